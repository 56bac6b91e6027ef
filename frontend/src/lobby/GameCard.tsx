// One game in the lobby: its map, what it is about, one click to a fight, and the table for everything else.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { standing } from "../account";
import * as api from "../api";
import { PACES } from "../clock";
import { recall, remember } from "../memory";
import type { GameMessage, NewMatch } from "../messages";
import { tell } from "../notices";
import { trouble } from "../order";
import { BotOptions, SeatChoice, usual } from "../panels/SeatChoice";
import { go } from "../routes";
import { keep, seatLink } from "../seats";
import { strings as S } from "../strings";
import { teach, wasTaught } from "../tutorial";

let starting = false; // a double click begins one match

/** Start a match and go there. */
export async function begin(wanted: NewMatch): Promise<void> {
  if (starting) return;
  starting = true;
  try {
    const created = await api.start(wanted);
    const invited = Object.keys(wanted.seats).find((side) => wanted.seats[side] === "link") ?? "";
    const { [invited]: guest, ...own } = created.tokens;
    keep(created.id, own);
    if (wanted.tutorial) teach(created.id, wanted.game);
    if (guest) await share(created.id, invited, guest);
    go(created.id);
  } catch (error) {
    trouble(error);
  } finally {
    starting = false;
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

type Seats = Record<string, string>;

function everybody(game: GameMessage, kind: string): Seats {
  return Object.fromEntries(game.sides.map((side) => [side, kind]));
}

interface Choice { side: string; bot: string }

function lastFight(game: GameMessage): Partial<Choice> {
  return recall(`fight.${game.id}`, {});
}

/** Side and opponent as they were wanted, as far as they are there; else the side that begins, and the usual opponent. */
function choice(game: GameMessage, scenario: string, wanted: Partial<Choice>): Choice {
  const first = game.scenarios.find(({ id }) => id === scenario)?.first;
  return {
    side: game.sides.find((side) => side === wanted.side) ?? (first || game.sides[0] || ""),
    bot: game.bots.find((bot) => bot === wanted.bot) ?? usual(game.bots),
  };
}

/** One click and the first turn begins, both sides set up. */
function Fight({ game, scenario }: { game: GameMessage; scenario: string }): JSX.Element | null {
  const [wanted, choose] = useState(() => lastFight(game));
  const { side, bot } = choice(game, scenario, wanted);
  if (!bot) return null;
  const fight = (): void => {
    remember(`fight.${game.id}`, { side, bot });
    void begin({ game: game.id, scenario, seats: { ...everybody(game, `bot:${bot}`), [side]: "screen" }, title: game.title, deployed: true });
  };
  return (
    <div class="fight">
      <button class="primary" data-start="fight" onClick={fight}>{S.fight}</button>
      <label>{S.as} <select value={side} aria-label={S.yourSide} data-fight-side onChange={(e) => choose({ ...wanted, side: e.currentTarget.value })}>
        {game.sides.map((one) => <option key={one} value={one}>{S.title(one)}</option>)}
      </select></label>
      <label>{S.against} <select value={bot} aria-label={S.opponent} data-fight-bot onChange={(e) => choose({ ...wanted, bot: e.currentTarget.value })}>
        <BotOptions bots={game.bots} />
      </select></label>
      <small>{S.botPlays(bot)}</small>
    </div>
  );
}

interface Wish {
  seats: Seats;
  options: Record<string, boolean>;
  byHand: boolean;
  deployed: boolean;
  pace: string;
  late: string;
  rated: boolean;
}

/** Clocks, and whether it counts: between members. */
function ClubWishes({ wish, change }: { wish: Wish; change: (wish: Wish) => void }): JSX.Element | null {
  if (!standing.value.name) return null;
  return (
    <div class="club-wishes">
      <label>{S.clocks} <select data-pace value={wish.pace} onChange={(e) => change({ ...wish, pace: e.currentTarget.value })}>
        {Object.entries(S.paces).map(([pace, name]) => <option key={pace} value={pace}>{name}</option>)}
      </select></label>
      {wish.pace && (
        <label>{S.whenLate} <select data-late value={wish.late} onChange={(e) => change({ ...wish, late: e.currentTarget.value })}>
          {Object.entries(S.lates).map(([late, name]) => <option key={late} value={late}>{name}</option>)}
        </select></label>
      )}
      <label class="check"><input type="checkbox" data-rated checked={wish.rated} onChange={(e) => change({ ...wish, rated: e.currentTarget.checked })} /> {S.counts}</label>
      {wish.pace && <small>{S.clockHint}</small>}
    </div>
  );
}

/** Every seat, every option. */
function SeatForm({ game, scenario }: { game: GameMessage; scenario: string }): JSX.Element {
  const [wish, change] = useState<Wish>(() => {
    const { side, bot } = choice(game, scenario, lastFight(game));
    return { seats: { ...everybody(game, bot ? `bot:${bot}` : "screen"), [side]: "screen" }, options: {}, byHand: false, deployed: false, pace: "", late: "forfeit", rated: false };
  });
  const start = (): void => {
    const { seats, options, byHand, deployed, rated, late } = wish;
    const pace = PACES[wish.pace];
    void begin({ game: game.id, scenario, seats, options, by_hand: byHand, deployed, rated, clock: pace ? { ...pace, late } : null, title: game.title });
  };
  return (
    <details class="set-table">
      <summary>{S.setTable}</summary>
      <div class="places">
        {game.sides.map((side) => {
          const kind = wish.seats[side] ?? "screen";
          const bot = kind.startsWith("bot:") ? kind.slice(4) : "";
          return (
            <label key={side}>
              <b>{S.title(side)}</b>
              <SeatChoice side={side} kind={kind} bots={game.bots} choose={(chosen) => change({ ...wish, seats: { ...wish.seats, [side]: chosen } })} />
              <small>{bot && S.botPlays(bot)}</small>
            </label>
          );
        })}
      </div>
      <div class="wishes">
        <label class="check"><input type="checkbox" checked={wish.deployed} onChange={(e) => change({ ...wish, deployed: e.currentTarget.checked })} /> {S.deployed}</label>
        <label class="check"><input type="checkbox" checked={wish.byHand} onChange={(e) => change({ ...wish, byHand: e.currentTarget.checked })} /> {S.byHand}</label>
        {game.options.map((option) => (
          <label class="check" key={option.id}>
            <input
              type="checkbox" checked={wish.options[option.id] ?? option.default}
              onChange={(e) => change({ ...wish, options: { ...wish.options, [option.id]: e.currentTarget.checked } })}
            /> {option.title}{option.rule && <small> {option.rule}</small>}
          </label>
        ))}
      </div>
      <ClubWishes wish={wish} change={change} />
      <button class="primary" data-start="table" onClick={start}>{S.setTableStart}</button>
    </details>
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
  const [scenario, choose] = useState(game.scenarios[0]?.id ?? "");
  return (
    <article class="game" data-game={game.id}>
      <MapPicture game={game.id} example={example} />
      <div class="game-text">
        <h2>{game.title}</h2>
        <p>{game.introduction}</p>
        {game.scenarios.length > 1 && (
          <label class="scenario">{S.scenario}{" "}
            <select value={scenario} data-scenario onChange={(e) => choose(e.currentTarget.value)}>
              {game.scenarios.map((one) => <option key={one.id} value={one.id}>{one.title}</option>)}
            </select>
          </label>
        )}
        <Fight game={game} scenario={scenario} />
        <div class="starts">
          {game.has_tutorial && !wasTaught(game.id) && (
            <button data-tutorial title={S.tutorialOffer(game.title)} onClick={() => void begin({ game: game.id, seats: everybody(game, "screen"), title: game.title, tutorial: true })}>{S.tutorialStart}</button>
          )}
          <button data-start="screen" onClick={() => void begin({ game: game.id, scenario, seats: everybody(game, "screen"), title: game.title })}>{S.twoAtScreen}</button>
        </div>
        <SeatForm game={game} scenario={scenario} />
      </div>
    </article>
  );
}
