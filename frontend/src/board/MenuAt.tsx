// A small menu at a hex: what else could be meant by pointing there.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { follow, menu } from "../pointing";
import { strings as S } from "../strings";
import { camera, frame, onScreen } from "./camera";

export function MenuAt(): JSX.Element | null {
  const list = useRef<HTMLDivElement>(null);
  const now = menu.value;
  useEffect(() => {
    if (now?.modal) list.current?.querySelector("button")?.focus();
  }, [now]);
  const at = now && onScreen(now.hex);
  if (!now || !at) return null;
  const left = Math.max(6, Math.min(frame.value.width - 170, at.x + 34 * camera.value.k));
  const top = Math.max(6, Math.min(frame.value.height - 44 * now.ideas.length - 6, at.y - 18));
  return (
    <div class={`menu${now.modal ? " modal" : ""}`} data-float role="menu" ref={list} style={{ left: `${left}px`, top: `${top}px` }}>
      {now.ideas.map((idea) => (
        <button key={idea.verb} role="menuitem" data-verb={idea.verb} onClick={() => void follow(idea, now.carried)}>
          {S.verbOn(idea.verb, idea.word)}
        </button>
      ))}
    </div>
  );
}
