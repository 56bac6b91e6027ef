// One game in the lobby: its map, what it is about, and one click to each way of playing it.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import * as api from "../api";
import type { GameMessage, NewMatch } from "../messages";
import { tell } from "../notices";
import { trouble } from "../order";
import { go } from "../routes";
import { keep, seatLink } from "../seats";
import { strings as S } from "../strings";
import { teach, wasTaught } from "../tutorial";

interface Wish {
  scenario: string;
  options: Record<string, boolean>;
  byHand: boolean;
  bot: string;
}

async function begin(wanted: NewMatch, invite = ""): Promise<void> {
  try {
    const created = await api.start(wanted);
    const { [invite]: guest, ...own } = created.tokens;
    keep(created.id, invite ? own : created.tokens);
    if (wanted.tutorial) teach(created.id, wanted.game);
    if (guest) await share(created.id, invite, guest);
    go(created.id);
  } catch (error) {
    trouble(error);
  }
}

async function share(id: string, side: string, token: string): Promise<void> {
  const link = seatLink(id, side, token);
  invitation.set(id, link);
  try {
    await navigator.clipboard.writeText(link);
    tell(S.copied);
  } catch {
    // the strip over the map shows the link
  }
}

/** Links given out from this page, to be shown once the match is open. */
export const invitation = new Map<string, string>();

function Settings({ game, wish, change }: { game: GameMessage; wish: Wish; change: (wish: Wish) => void }): JSX.Element {
  return (
    <div class="wishes">
      {game.bots.length > 1 && (
        <label>{S.botName}
          <select value={wish.bot} onChange={(e) => change({ ...wish, bot: e.currentTarget.value })}>
            {game.bots.map((bot) => <option key={bot} value={bot}>{S.title(bot)}</option>)}
          </select>
        </label>
      )}
      {game.options.map((option) => (
        <label class="check" key={option.id}>
          <input
            type="checkbox" checked={wish.options[option.id] ?? option.default}
            onChange={(e) => change({ ...wish, options: { ...wish.options, [option.id]: e.currentTarget.checked } })}
          /> {option.title}{option.rule && <small> {option.rule}</small>}
        </label>
      ))}
      <label class="check"><input type="checkbox" checked={wish.byHand} onChange={(e) => change({ ...wish, byHand: e.currentTarget.checked })} /> {S.byHand}</label>
    </div>
  );
}

/** The game's map; while the server has none for the game itself, the map of one of its matches. */
function MapPicture({ game, example }: { game: string; example: string }): JSX.Element | null {
  const [missing, miss] = useState(0);
  const sources = [`/api/games/${game}/board.svg`, ...(example ? [`/api/matches/${example}/board.svg`] : [])];
  const source = sources[missing];
  return source ? <img class="game-map" src={source} alt="" loading="lazy" onError={() => miss(missing + 1)} /> : null;
}

export function GameCard({ game, example }: { game: GameMessage; example: string }): JSX.Element {
  const [wish, change] = useState<Wish>({ scenario: "", options: {}, byHand: false, bot: game.bots.at(-1) ?? "" });
  const wanted = (seats: Record<string, string>): NewMatch => ({
    game: game.id, seats, scenario: wish.scenario, options: wish.options, by_hand: wish.byHand, title: game.title,
  });
  const all = (kind: string): Record<string, string> => Object.fromEntries(game.sides.map((side) => [side, kind]));
  const bot = `bot:${wish.bot}`;
  return (
    <article class="game" data-game={game.id}>
      <MapPicture game={game.id} example={example} />
      <div class="game-text">
        <h2>{game.title}</h2>
        <p>{game.introduction}</p>
        {game.has_tutorial && !wasTaught(game.id) && (
          <p class="offer">{S.tutorialOffer(game.title)} <button class="primary" data-tutorial onClick={() => void begin({ ...wanted(all("screen")), tutorial: true })}>{S.tutorialStart}</button></p>
        )}
        {game.scenarios.length > 1 && (
          <label class="scenario">{S.scenario}{" "}
            <select value={wish.scenario} data-scenario onChange={(e) => change({ ...wish, scenario: e.currentTarget.value })}>
              {game.scenarios.map((one) => <option key={one.id} value={one.id}>{one.title}</option>)}
            </select>
          </label>
        )}
        <div class="starts">
          {wish.bot && game.sides.map((side) => (
            <button class="primary" key={side} data-start={`bot-${side}`} onClick={() => void begin(wanted({ ...all(bot), [side]: "screen" }))}>{S.playAgainstBot(side)}</button>
          ))}
          <button data-start="screen" onClick={() => void begin(wanted(all("screen")))}>{S.twoAtScreen}</button>
        </div>
        <details>
          <summary>{S.moreWays}</summary>
          <div class="starts">
            {game.sides.map((side) => (
              <button key={side} data-start={`invite-${side}`} onClick={() => void begin(wanted({ ...all("link"), [side]: "screen" }), game.sides.find((s) => s !== side))}>{S.inviteAs(side)}</button>
            ))}
            {wish.bot && <button data-start="watch" onClick={() => void begin(wanted(all(bot)))}>{S.watchBots}</button>}
          </div>
          <Settings game={game} wish={wish} change={change} />
        </details>
      </div>
    </article>
  );
}
