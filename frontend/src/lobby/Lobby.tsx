// The lobby: the games, the matches that wait for us, and others to watch.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import * as api from "../api";
import { clockWords, hurry, termsWords } from "../clock";
import { dark, turnLights } from "../lights";
import type { MatchSummary } from "../messages";
import { tell } from "../notices";
import { trouble } from "../order";
import { go } from "../routes";
import { keep } from "../seats";
import { strings as S } from "../strings";
import { games } from "../table";
import { ClockIcon } from "../panels/Clocks";
import { NoticeLine } from "../panels/Floats";
import { standing, welcome } from "../account";
import { Filters } from "./Filters";
import { anySought, question, sought } from "./sought";
import { GameCard } from "./GameCard";
import { Login } from "./Login";

const matches = signal<MatchSummary[]>([]);

async function refresh(): Promise<void> {
  if (!(await welcome())) return;
  const asked = sought.value;
  const found = await api.matches(question(asked));
  if (asked === sought.value) matches.value = found; // not an answer to filters that are gone
}

async function open(file: File | undefined): Promise<void> {
  if (!file) return;
  try {
    const created = await api.importSave(await file.text());
    keep(created.id, created.tokens);
    go(created.id);
  } catch (error) {
    trouble(error);
  }
}

function MatchRow({ one }: { one: MatchSummary }): JSX.Element {
  const mine = one.waiting_for.some((side) => one.mine.includes(side));
  const game = games.value.find((g) => g.id === one.game);
  const people = one.seats.map((seat) => `${S.title(seat.side)}: ${seat.kind === "bot" ? S.botTitle(seat.name) : one.mine.includes(seat.side) ? S.yours : seat.kind === "invited" ? S.invitedSeat(seat.name) : seat.name || seat.kind}`);
  const time = one.over ? undefined : one.clocks.find((clock) => clock.until);
  return (
    <li class={mine && !one.over ? "turn" : ""}>
      <button class="match" onClick={() => go(one.id)}>
        <b>{one.title || game?.title || one.game}</b>
        <span>{one.over ? `${S.over}: ${one.result}` : `${S.turnOf(one.turn, one.turns)}, ${one.phase}`}</span>
        <small>{people.join(" · ")}{one.rated ? ` · ${S.counts}` : ""}</small>
        {time && <small class={`clock${hurry(time) ? " hurry" : ""}`} data-clock={time.side}><ClockIcon /> {S.title(time.side)}: {clockWords(time, one.terms)}</small>}
        <em>{one.over ? S.replay : mine ? S.yourTurn : one.mine.length ? S.goOn : S.watch}</em>
      </button>
    </li>
  );
}

/** A seat that is kept for us: sit down, or make room. */
function Invited({ one, then }: { one: MatchSummary; then: () => void }): JSX.Element {
  const side = one.invited[0] ?? "";
  const host = one.seats.find((seat) => seat.side !== side)?.name || S.somebody;
  const game = games.value.find((g) => g.id === one.game)?.title ?? one.game;
  const accept = (): void => {
    api.takeSeat(one.id, side, "screen").then((given) => {
      keep(one.id, { [side]: given.token });
      go(one.id);
    }, trouble);
  };
  const decline = (): void => {
    api.declineSeat(one.id, side).then(() => (tell(S.invitationDeclined), then()), trouble);
  };
  return (
    <li class="invited" data-invited={one.id}>
      <b>{S.invitesYou(host, game, side)}</b>
      <small>{[one.rated && S.counts, one.terms && termsWords(one.terms)].filter(Boolean).join(". ")}</small>
      <span class="buttons">
        <button class="primary small" data-accept onClick={accept}>{S.acceptInvitation}</button>
        <button class="small" data-decline onClick={decline}>{S.declineInvitation}</button>
        <button class="small" onClick={() => go(one.id)}>{S.watch}</button>
      </span>
    </li>
  );
}

const FEW = 3; // matches in plain sight: below them a new fight is still on the first screen

function Matches({ title, list }: { title: string; list: MatchSummary[] }): JSX.Element | null {
  if (!list.length) return null;
  const rows = (some: MatchSummary[]): JSX.Element => <ul>{some.map((one) => <MatchRow key={one.id} one={one} />)}</ul>;
  const more = list.slice(FEW);
  return (
    <section class="matches">
      <h2>{title}</h2>
      {rows(list.slice(0, FEW))}
      {more.length > 0 && <details><summary>{S.moreMatches(more.length)}</summary>{rows(more)}</details>}
    </section>
  );
}

export function Lobby(): JSX.Element {
  useEffect(() => {
    void refresh().catch((error: unknown) => standing.value.asked || trouble(error));
    const timer = setInterval(() => void refresh().catch(() => undefined), 8000);
    return () => clearInterval(timer);
  }, []);
  const order = [...matches.value].sort((a, b) => Number(a.over) - Number(b.over) || b.updated - a.updated);
  const invited = order.filter((one) => one.invited.length > 0 && !one.over);
  const mine = order.filter((one) => one.mine.length > 0);
  const others = order.filter((one) => one.mine.length === 0 && !invited.includes(one));
  const again = (): void => void refresh().catch(() => undefined);
  const inside = !standing.value.asked || standing.value.name !== "";
  return (
    <main class="lobby">
      <header>
        <svg class="crest" viewBox="0 0 24 24" width="54" height="54" aria-hidden="true"><path d="M12 1.6l9 5.2v10.4l-9 5.2-9-5.2V6.800z" fill="none" stroke="currentColor" stroke-width="1.6" /><path d="M7 8.6h10v6.8H7zM7 8.600l10 6.800m0-6.800l-10 6.800M10 6.800h.1M12 6.800h.1M14 6.800h.1" fill="none" stroke="currentColor" stroke-width="1.2" stroke-linecap="round" /></svg>
        <div><h1>{S.name}</h1><p>{S.tagline}</p></div>
        {standing.value.name && <a class="button to-ladder" href="#/ladder">{S.ladder}</a>}
        <button class="lights" aria-label={S.darkLight} title={S.darkLight} onClick={turnLights}>{dark.value ? "☀" : "☾"}</button>
      </header>
      <Login then={() => void refresh().catch(() => (matches.value = []))} />
      {invited.length > 0 && (
        <section class="matches invitations"><h2>{S.invitations}</h2><ul>{invited.map((one) => <Invited key={one.id} one={one} then={again} />)}</ul></section>
      )}
      {inside && (matches.value.length > FEW || anySought(sought.value)) && <Filters changed={again} />}
      {anySought(sought.value) && !order.length && <p class="fine">{S.nothingFound}</p>}
      <Matches title={S.resume} list={mine} />
      <section class="games" aria-label={S.games}>
        {games.value.map((game) => <GameCard key={game.id} game={game} example={matches.value.find((one) => one.game === game.id)?.id ?? ""} />)}
      </section>
      <Matches title={S.others} list={others} />
      <footer>
        <label class="button">{S.importSave}<input type="file" accept=".jsonl,.json,.txt" class="unseen" onChange={(e) => void open(e.currentTarget.files?.[0])} /></label>
      </footer>
      <NoticeLine />
    </main>
  );
}
