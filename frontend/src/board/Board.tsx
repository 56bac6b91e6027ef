// The map on the screen: its picture, the overlay and the counters as layers under one transform, and what floats above them.
import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { inHand } from "../hand";
import { cursor, peek, pile } from "../pointing";
import { strings as S } from "../strings";
import { ground, match, position, stacks, unitsById } from "../table";
import { troop } from "../troop";
import { concerned } from "../order";
import { offeredPlaces } from "./attention";
import { camera, detail, fit, frame, inSight, keepInSight, lay, measure, reframe, show } from "./camera";
import { Counters } from "./Counters";
import { CounterFace } from "./counter";
import { dragging } from "./drag";
import { Fan } from "./Fan";
import { listen } from "./gestures";
import { MiniMap } from "./MiniMap";
import { Overlay } from "./Overlay";
import { keepMap } from "./sheet";
import { ZoomButtons } from "./ZoomButtons";

/** Follow the camera; text is drawn anew, sharp, once zooming has come to rest. */
function follow(under: HTMLElement, sheet: HTMLElement): () => void {
  let scale = 0;
  let settle = 0;
  return effect(() => {
    const { x, y, k } = camera.value;
    sheet.style.transform = under.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
    if (k === scale) return;
    scale = k;
    clearTimeout(settle);
    settle = window.setTimeout(() => {
      sheet.classList.add("crisp");
      requestAnimationFrame(() => requestAnimationFrame(() => sheet.classList.remove("crisp")));
    }, 160);
  });
}

function Dragged(): JSX.Element | null {
  const drag = dragging.value;
  const unit = drag && unitsById.value.get(drag.unit);
  if (!drag || !unit) return null;
  const size = 46 * Math.max(1, camera.value.k);
  const n = troop.value.includes(drag.from) ? troop.value.flatMap(pile).length : inHand.value.length;
  return (
    <div class="dragged" style={{ left: `${drag.at.x - size / 2}px`, top: `${drag.at.y - size / 2}px` }}>
      <svg viewBox="-1.5 -1.5 46 46" width={size} height={size}><CounterFace unit={unit} /></svg>
      {n > 1 && <b>{n}</b>}
    </div>
  );
}

const LOW = 480; // pixels of map on a phone: what one looks at is kept clear of its edge

/** The board, measured and listened to. */
export function Board(): JSX.Element {
  const board = useRef<HTMLDivElement>(null);
  const under = useRef<HTMLDivElement>(null);
  const map = useRef<HTMLCanvasElement>(null);
  const layers = useRef<HTMLDivElement>(null);
  const message = ground.value?.message;
  useEffect(() => {
    const element = board.current;
    const [sheet, coarse, sharp] = [layers.current, under.current, map.current];
    if (!element || !sheet || !coarse || !sharp || !message) return undefined;
    let first = true;
    cursor.value = peek.value = ""; // of another map
    const watch = new ResizeObserver(() => {
      if (first) {
        first = false;
        measure(element.clientWidth, element.clientHeight);
        opening();
      } else {
        const seen = [cursor.value, concerned.value[0] ?? ""].filter((hex) => hex !== "" && inSight(hex));
        const offered = offeredPlaces();
        const offer = offered.some(inSight);
        reframe(element.clientWidth, element.clientHeight);
        if (offer && !dragging.value && !offered.some(inSight)) show(offered, camera.value.k); // nothing to choose is left in sight
        for (const hex of seen) if (!inSight(hex) || element.clientHeight < LOW) keepInSight(hex); // a panel has come up over what we look at
      }
    });
    watch.observe(element);
    const stopFollowing = follow(coarse, sheet);
    const stopDrawing = keepMap(message.picture, message.width, message.height, coarse, sharp);
    const stopListening = listen(element);
    const stopNaming = effect(() => {
      element.dataset["cursor"] = cursor.value;
    });
    return () => {
      watch.disconnect();
      stopFollowing();
      stopDrawing();
      stopListening();
      stopNaming();
    };
  }, [message]);
  return (
    <div class={`board ${detail.value}`} ref={board} tabIndex={0} role="application" aria-label={S.boardLabel} aria-describedby="board-help" id="board">
      <div class="sheet under" ref={under} role="img" aria-label={message?.title} />
      <canvas class="map" ref={map} />
      <div class="shade" />
      <div class="sheet layers" ref={layers}>
        <Overlay />
        <Counters />
      </div>
      <Dragged />
      <Fan />
      <ZoomButtons />
      <MiniMap />
    </div>
  );
}

/** The first look at a board: the front, or all of it where there is none; under a finger, which needs bigger hexes, the thick of it. */
function opening(): void {
  fit(lay);
  const near = gathered();
  const finger = matchMedia("(pointer: coarse)").matches || frame.value.width < 700;
  const large = Math.max(1, frame.value.width / 1800); // a large screen is looked at from further away
  if (near.length) return finger ? show([thickest()], 0.6) : show(near, 1.1 * large);
  const front = atTheFront();
  if (front.length && frame.value.width >= 700) return show(front, 0.8 * large, camera.value.k);
  const [small, better] = finger ? [0.6, 0.6] : [0.34, 0.5]; // one side alone is on the map: its thick, if all of it is but flags
  if (camera.value.k < small) show([thickest()], better * large);
}

/** Where nearly all counters stand, if that is a small part of a map of which the rest is somebody's and of no concern. */
function gathered(): string[] {
  const board = ground.value;
  if (!board || !Object.keys(position.value?.hexes ?? {}).length) return [];
  const at = [...stacks.value.keys()].map((hex) => board.hexes.get(hex)).filter((hex) => hex !== undefined);
  const most = (all: number[]): [number, number] => {
    const sorted = all.sort((a, b) => a - b);
    const few = Math.floor(sorted.length / 12); // one in twelve may stand far off
    return [sorted[few] ?? 0, sorted[sorted.length - 1 - few] ?? 0];
  };
  const [[left, right], [top, bottom]] = [most(at.map((hex) => hex.x)), most(at.map((hex) => hex.y))];
  if (!at.length || right - left > board.message.width * 0.4 || bottom - top > board.message.height * 0.5) return [];
  return at.filter((hex) => hex.x >= left && hex.x <= right && hex.y >= top && hex.y <= bottom).map((hex) => hex.name);
}

const CONTACT = 5; // hexes between two sides that face each other

/** Where the sides face each other, but for a few far off. */
function atTheFront(): string[] {
  const board = ground.value;
  if (!board) return [];
  const at = [...stacks.value].flatMap(([name, units]) => {
    const hex = board.hexes.get(name);
    return hex ? [{ hex, sides: new Set(units.map((unit) => unit.side)) }] : [];
  });
  const near = CONTACT * 1.8 * board.message.radius;
  const facing = at.filter((a) => at.some((b) => Math.hypot(a.hex.x - b.hex.x, a.hex.y - b.hex.y) < near && [...b.sides].some((side) => !a.sides.has(side))));
  const middle = (all: number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  const [x, y] = [middle(facing.map((a) => a.hex.x)), middle(facing.map((a) => a.hex.y))];
  const away = (a: (typeof at)[0]): number => Math.hypot(a.hex.x - x, a.hex.y - y);
  return [...facing].sort((a, b) => away(a) - away(b)).slice(0, Math.ceil(facing.length * 0.9)).map((a) => a.hex.name);
}

/** The hex of ours with the most counters around it: where the action is. */
function thickest(): string {
  const board = ground.value;
  const at = [...stacks.value].map(([hex, units]) => ({ hex, units, on: board?.hexes.get(hex) }));
  const near = (a: (typeof at)[0]): number =>
    at.filter((b) => a.on && b.on && Math.hypot(a.on.x - b.on.x, a.on.y - b.on.y) < 6 * (board?.message.radius ?? 1)).length;
  const ours = at.filter(({ units }) => units.some((unit) => unit.side === match.value?.side));
  return (ours.length ? ours : at).sort((a, b) => near(b) - near(a))[0]?.hex ?? "";
}
