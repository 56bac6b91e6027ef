// The printed map as bitmaps. Drawing it is slow and a browser draws it once for every tile of the screen, so we draw it
// ourselves: the whole of it once, coarsely, to move about, and what is in sight, sharply, whenever the map comes to rest.
import { effect, signal } from "@preact/signals";
import { camera, frame, type Camera } from "./camera";
import { anew } from "./Names";

const MOST = 7e6; // pixels of the coarse bitmap
const MOST_SHARP = 9e6;
const REST = 140; // milliseconds without motion
const MARGIN = 0.2; // of the screen, drawn beyond its edges

export const coarse = signal<HTMLCanvasElement | null>(null); // for the mini-map too

interface Drawn extends Camera {
  ratio: number;
  bare: boolean;
}

const BARE = "#bare"; // the address of the map without its names

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  return canvas;
}

/** Draw a map into its two layers, now and whenever the camera has moved; answers with a function that stops. */
export function keepMap(picture: string, width: number, height: number, under: HTMLElement, sharp: HTMLCanvasElement): () => void {
  const [image, nameless] = [new Image(width, height), new Image(width, height)];
  const ready = new Set<HTMLImageElement>();
  let timer = 0;
  let drawn: Drawn | null = null;

  const drawSharp = (): void => {
    const { x, y, k } = camera.peek();
    const ratio = Math.min(devicePixelRatio, Math.sqrt(MOST_SHARP / (frame.peek().width * frame.peek().height * 2)));
    const [mx, my] = [frame.peek().width * MARGIN, frame.peek().height * MARGIN];
    const left = Math.max(0, (-x - mx) / k);
    const top = Math.max(0, (-y - my) / k);
    const right = Math.min(width, (frame.peek().width + mx - x) / k);
    const bottom = Math.min(height, (frame.peek().height + my - y) / k);
    const bare = ready.has(nameless) && (anew.peek() || !ready.has(image));
    if (right <= left || bottom <= top) return;
    sharp.width = Math.round((right - left) * k * ratio);
    sharp.height = Math.round((bottom - top) * k * ratio);
    const pen = sharp.getContext("2d");
    if (!pen) return;
    pen.drawImage(bare ? nameless : image, left, top, right - left, bottom - top, 0, 0, sharp.width, sharp.height);
    drawn = { x: left, y: top, k, ratio, bare };
    sharp.dataset["bare"] = String(bare);
    lay(camera.peek());
    sharp.style.visibility = "visible";
  };

  const lay = (c: Camera): void => {
    if (!drawn) return;
    const scale = c.k / drawn.k / drawn.ratio;
    sharp.style.transform = `translate(${c.x + drawn.x * c.k}px, ${c.y + drawn.y * c.k}px) scale(${scale})`;
  };

  const drawCoarse = (): void => {
    const scale = Math.min(1, Math.sqrt(MOST / (width * height)));
    const whole = canvasOf(width * scale, height * scale);
    whole.getContext("2d")?.drawImage(nameless, 0, 0, whole.width, whole.height);
    whole.style.width = `${width}px`;
    whole.style.height = `${height}px`;
    under.replaceChildren(whole);
    coarse.value = whole;
  };

  /** Whether what is drawn covers the screen at the right size. */
  const good = (): boolean => {
    if (!drawn || drawn.bare !== anew.peek()) return false;
    const { x, y, k } = camera.peek();
    const [x1, y1] = [drawn.x + sharp.width / drawn.k / drawn.ratio, drawn.y + sharp.height / drawn.k / drawn.ratio];
    const covers =
      drawn.x <= Math.max(0, -x / k) + 1 && drawn.y <= Math.max(0, -y / k) + 1 &&
      x1 >= Math.min(width, (frame.peek().width - x) / k) - 1 && y1 >= Math.min(height, (frame.peek().height - y) / k) - 1;
    return covers && Math.abs(drawn.k / k - 1) < 0.002;
  };

  let open = true;
  /** Read one of the two pictures, then go on. */
  const read = (picked: HTMLImageElement, from: string, then: () => void): void => {
    if (picked.src) return;
    picked.src = from;
    picked.decode().then(() => {
      if (!open) return;
      ready.add(picked);
      then();
    }, () => undefined);
  };
  const stop = effect(() => {
    const now = camera.value;
    void frame.value;
    if (!anew.value) read(image, picture, () => good() || drawSharp());
    lay(now);
    clearTimeout(timer);
    if (ready.size) timer = window.setTimeout(() => good() || drawSharp(), REST);
  });
  read(nameless, picture + BARE, () => {
    drawSharp();
    setTimeout(drawCoarse, 300);
  });
  return () => {
    stop();
    clearTimeout(timer);
    open = false;
    ready.clear();
  };
}
