// A small map of the whole board with the part in sight, for boards bigger than the screen.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ground, stacks } from "../table";
import { floor, words } from "../order";
import { camera, frame, lay, onScreen } from "./camera";
import { dragging } from "./drag";
import { palette } from "./colours";
import { coarse } from "./sheet";

const WIDE = 168;
const HIGH = 120; // at most
const VAST = 1900; // of a map so many pixels wide the small one is twice as big

/** How wide it is drawn. */
function wide(): number {
  const board = ground.value?.message;
  const times = frame.value.width > VAST ? 2 : 1;
  return times * (board ? Math.min(WIDE, HIGH * board.width / board.height) : WIDE);
}

/** Whether it would lie over a counter. */
function covers(high: number): boolean {
  const [left, top] = [frame.value.width - wide() - EDGE, frame.value.height - high - EDGE];
  return [...stacks.value.keys()].some((hex) => {
    const at = onScreen(hex);
    const reach = 30 * camera.value.k; // half a counter
    return at && at.x + reach > left && at.y + reach > top && at.x - reach < frame.value.width && at.y - reach < frame.value.height;
  });
}

const EDGE = 14; // with its frame

function Picture({ share }: { share: number }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const whole = coarse.value;
  useEffect(() => {
    const at = canvas.current;
    if (at && whole) at.getContext("2d")?.drawImage(whole, 0, 0, at.width, at.height);
  }, [whole]);
  return <canvas ref={canvas} style={{ width: `${wide()}px` }} width={wide() * 2} height={(ground.value?.message.height ?? 0) * share * 2} />;
}

export function MiniMap(): JSX.Element | null {
  const board = ground.value?.message;
  if (!board) return null;
  const { x, y, k } = camera.value;
  const { width, height } = frame.value;
  if (board.width * k <= width * 1.15 && board.height * k <= height * 1.15) return null;
  if (dragging.value || words.value.length > floor.value) return null; // the map is needed
  const share = wide() / board.width;
  const go = (event: PointerEvent): void => {
    if (event.type === "pointermove" && !event.buttons) return;
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const [px, py] = [((event.clientX - box.left) / box.width) * board.width, ((event.clientY - box.top) / box.height) * board.height];
    lay({ k, x: width / 2 - px * k, y: height / 2 - py * k });
  };
  return (
    <div class={`minimap${covers(board.height * share) ? " aside" : ""}`} data-float onPointerDown={go} onPointerMove={go} aria-hidden="true">
      <Picture share={share} />
      <svg viewBox={`0 0 ${board.width} ${board.height}`} width={wide()} height={board.height * share}>
        {[...stacks.value].map(([at, units]) => {
          const hex = ground.value?.hexes.get(at);
          return hex && <circle key={at} cx={hex.x} cy={hex.y} r="30" fill={palette(units[0]?.side ?? "").accent} stroke="#fff" stroke-width="8" />;
        })}
        <rect x={-x / k} y={-y / k} width={width / k} height={height / k} fill="none" stroke="#111" stroke-width={6 / share} opacity=".35" />
        <rect x={-x / k} y={-y / k} width={width / k} height={height / k} fill="none" stroke="#ffcf33" stroke-width={3 / share} />
      </svg>
    </div>
  );
}
