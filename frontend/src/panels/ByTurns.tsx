// The map by turns: how it stood at the end of each, small, and a click that goes there.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { palette } from "../board/colours";
import { coarse } from "../board/sheet";
import type { MatchState } from "../messages";
import { lastOfTurns, lookBack, stateAt } from "../replay";
import { strings as S } from "../strings";
import { ground, match } from "../table";

interface Moment {
  turn: number;
  number: number;
  state: MatchState;
  date: string;
}

const moments = signal<{ match: string; all: Moment[] }>({ match: "", all: [] });
const WIDE = 132;

async function gather(id: string): Promise<void> {
  if (moments.value.match === id) return;
  moments.value = { match: id, all: [] };
  for (const [turn, number] of await lastOfTurns()) {
    const state = await stateAt(number);
    const within = [state, await stateAt(Math.max(0, number - 1))].find(({ view }) => view.turn === turn); // the last action may have begun the next
    if (moments.value.match !== id) return;
    moments.value = { match: id, all: [...moments.value.all, { turn, number, state, date: within?.view.date || S.turnNumber(turn) }] };
  }
}

function Small({ at }: { at: Moment }): JSX.Element | null {
  const board = ground.value;
  if (!board) return null;
  const { width, height, radius } = board.message;
  return (
    <button class="by-turn" data-turn-map={at.turn} onClick={() => void lookBack(at.number, false)}>
      <svg viewBox={`0 0 ${width} ${height}`} width={WIDE} height={(WIDE * height) / width} aria-hidden="true">
        {picture() && <image href={picture()} width={width} height={height} />}
        {at.state.view.units.map((unit) => {
          const hex = board.hexes.get(unit.hex);
          const colours = palette(unit.side);
          return hex && <rect key={unit.id} x={hex.x - radius * 0.8} y={hex.y - radius * 0.8} width={radius * 1.6} height={radius * 1.6} fill={colours.body} stroke={colours.accent} stroke-width={radius * 0.35} />;
        })}
      </svg>
      <small>{at.date}</small>
    </button>
  );
}

let drawn: { from: HTMLCanvasElement; url: string } | null = null;

/** The map as a small picture, made once. */
function picture(): string {
  const from = coarse.value;
  if (!from) return "";
  if (drawn?.from !== from) {
    const small = document.createElement("canvas");
    [small.width, small.height] = [WIDE * 2, Math.round((WIDE * 2 * from.height) / from.width)];
    small.getContext("2d")?.drawImage(from, 0, 0, small.width, small.height);
    drawn = { from, url: small.toDataURL("image/jpeg", 0.7) };
  }
  return drawn.url;
}

export function ByTurns(): JSX.Element | null {
  const id = match.value?.id;
  if (!id) return null;
  const { match: of, all } = moments.value;
  return (
    <details class="by-turns" data-by-turns onToggle={(e) => e.currentTarget.open && void gather(id)}>
      <summary>{S.byTurns}</summary>
      <div class="row">{of === id && all.map((at) => <Small key={at.number} at={at} />)}</div>
    </details>
  );
}
