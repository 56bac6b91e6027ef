// Looking for a match: by game, state, seats and words.
import type { JSX } from "preact";
import { strings as S } from "../strings";
import { games } from "../table";
import { anySought, NOTHING, sought } from "./sought";

export function Filters({ changed }: { changed: () => void }): JSX.Element {
  const now = sought.value;
  const set = (part: Partial<typeof now>): void => {
    sought.value = { ...now, ...part };
    changed();
  };
  return (
    <details class="filters-box" open={anySought(now)}>
      <summary>{S.findMatch}</summary>
      <div class="filters" role="search" aria-label={S.findMatch}>
        <label>{S.game} <select data-filter="game" value={now.game} onChange={(e) => set({ game: e.currentTarget.value })}>
          <option value="">{S.anyGame}</option>
          {games.value.map((game) => <option key={game.id} value={game.id}>{game.title}</option>)}
        </select></label>
        <label>{S.matchState} <select data-filter="state" value={now.state} onChange={(e) => set({ state: e.currentTarget.value })}>
          {Object.entries(S.states).map(([state, name]) => <option key={state} value={state}>{name}</option>)}
        </select></label>
        <label>{S.seats} <select data-filter="only" value={now.only} onChange={(e) => set({ only: e.currentTarget.value })}>
          {Object.entries(S.whichSeats).map(([only, name]) => <option key={only} value={only}>{name}</option>)}
        </select></label>
        <label>{S.words} <input type="search" data-filter="text" value={now.text} maxLength={80} placeholder={S.wordsHint} onInput={(e) => set({ text: e.currentTarget.value })} /></label>
        {anySought(now) && <button class="small" data-filter="none" onClick={() => set(NOTHING)}>{S.showAll}</button>}
      </div>
    </details>
  );
}
