// The ladder: who is how strong, in each game and on each side.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import * as api from "../api";
import { standing } from "../account";
import type { LadderMessage } from "../messages";
import { trouble } from "../order";
import { NoticeLine } from "../panels/Floats";
import { strings as S } from "../strings";
import { games } from "../table";
import { Login } from "./Login";

export function Ladder(): JSX.Element {
  const [chosen, choose] = useState({ game: "", side: "" });
  const [ladder, setLadder] = useState<LadderMessage | null>(null);
  const game = games.value.find((one) => one.id === chosen.game) ?? games.value[0];
  const side = game?.sides.find((one) => one === chosen.side) ?? game?.sides[0] ?? "";
  const { asked, name } = standing.value;
  useEffect(() => {
    let wanted = true; // an answer that comes after another was asked for is not shown
    if (game && name) api.ladder(game.id, side).then((found) => wanted && setLadder(found), trouble);
    return () => void (wanted = false);
  }, [game?.id, side, name]);
  return (
    <main class="lobby ladder" data-ladder>
      <header><div><h1>{S.ladder}</h1><p>{S.ladderHint}</p></div><a class="button lights" href="#/">{S.lobby}</a></header>
      {asked ? <Login then={() => undefined} /> : <p>{S.ladderNeedsAccounts}</p>}
      {game && name && (
        <div class="filters">
          <label>{S.game} <select data-ladder-game value={game.id} onChange={(e) => choose({ game: e.currentTarget.value, side: "" })}>
            {games.value.map((one) => <option key={one.id} value={one.id}>{one.title}</option>)}
          </select></label>
          <div class="tabs" role="group" aria-label={S.side}>
            {game.sides.map((one) => <button key={one} aria-pressed={one === side} data-ladder-side={one} onClick={() => choose({ game: game.id, side: one })}>{S.title(one)}</button>)}
          </div>
        </div>
      )}
      {ladder && (ladder.rows.length ? (
        <table>
          <thead><tr><th>{S.place}</th><th>{S.yourName}</th><th>{S.rating}</th><th>{S.played}</th><th>{S.wonDrawn}</th></tr></thead>
          <tbody>
            {ladder.rows.map((row) => (
              <tr key={row.name} class={`${row.name === name ? "me" : ""}${row.sure ? "" : " unsure"}`} data-row={row.name}>
                <td>{row.sure ? row.place : "–"}</td><td>{row.name}</td>
                <td><b>{row.rating}</b> <small title={S.deviation}>± {row.deviation * 2}</small></td>
                <td>{row.played}</td><td>{row.won} / {row.drawn}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : <p>{S.ladderEmpty}</p>)}
      <NoticeLine />
    </main>
  );
}
