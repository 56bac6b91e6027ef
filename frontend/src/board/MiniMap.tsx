// A small map of the whole board with the part in sight, for boards bigger than the screen.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ground, stacks } from "../table";
import { camera, frame, lay } from "./camera";
import { palette } from "./colours";
import { coarse } from "./sheet";

const WIDE = 168;

function Picture({ share }: { share: number }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const whole = coarse.value;
  useEffect(() => {
    const at = canvas.current;
    if (at && whole) at.getContext("2d")?.drawImage(whole, 0, 0, at.width, at.height);
  }, [whole]);
  return <canvas ref={canvas} width={WIDE * 2} height={(ground.value?.message.height ?? 0) * share * 2} />;
}

export function MiniMap(): JSX.Element | null {
  const board = ground.value?.message;
  if (!board) return null;
  const { x, y, k } = camera.value;
  const { width, height } = frame.value;
  if (board.width * k <= width * 1.15 && board.height * k <= height * 1.15) return null;
  const share = WIDE / board.width;
  const go = (event: PointerEvent): void => {
    if (event.type === "pointermove" && !event.buttons) return;
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const [px, py] = [(event.clientX - box.left) / share, (event.clientY - box.top) / share];
    lay({ k, x: width / 2 - px * k, y: height / 2 - py * k });
  };
  return (
    <div class="minimap" data-float onPointerDown={go} onPointerMove={go} aria-hidden="true">
      <Picture share={share} />
      <svg viewBox={`0 0 ${board.width} ${board.height}`} width={WIDE} height={board.height * share}>
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
