// The lobby: the games, the matches that wait for us, and others to watch.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import * as api from "../api";
import { dark, turnLights } from "../lights";
import type { MatchSummary } from "../messages";
import { trouble } from "../order";
import { go } from "../routes";
import { keep } from "../seats";
import { strings as S } from "../strings";
import { games } from "../table";
import { NoticeLine } from "../panels/Floats";
import { standing, welcome } from "../account";
import { GameCard } from "./GameCard";
import { Login } from "./Login";

const matches = signal<MatchSummary[]>([]);

async function refresh(): Promise<void> {
  if (await welcome()) matches.value = await api.matches();
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
  const people = one.seats.map((seat) => `${S.title(seat.side)}: ${seat.kind === "bot" ? S.botTitle(seat.name) : one.mine.includes(seat.side) ? S.yours : seat.name || seat.kind}`);
  return (
    <li class={mine && !one.over ? "turn" : ""}>
      <button class="match" onClick={() => go(one.id)}>
        <b>{one.title || game?.title || one.game}</b>
        <span>{one.over ? `${S.over}: ${one.result}` : `${S.turnOf(one.turn, one.turns)}, ${one.phase}`}</span>
        <small>{people.join(" · ")}</small>
        <em>{one.over ? S.replay : mine ? S.yourTurn : one.mine.length ? S.goOn : S.watch}</em>
      </button>
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
  const mine = order.filter((one) => one.mine.length > 0);
  const others = order.filter((one) => one.mine.length === 0);
  return (
    <main class="lobby">
      <header>
        <svg class="crest" viewBox="0 0 24 24" width="54" height="54" aria-hidden="true"><path d="M12 1.6l9 5.2v10.4l-9 5.2-9-5.2V6.800z" fill="none" stroke="currentColor" stroke-width="1.6" /><path d="M7 8.6h10v6.8H7zM7 8.600l10 6.800m0-6.800l-10 6.800M10 6.800h.1M12 6.800h.1M14 6.800h.1" fill="none" stroke="currentColor" stroke-width="1.2" stroke-linecap="round" /></svg>
        <div><h1>{S.name}</h1><p>{S.tagline}</p></div>
        <button class="lights" aria-label={S.darkLight} title={S.darkLight} onClick={turnLights}>{dark.value ? "☀" : "☾"}</button>
      </header>
      <Login then={() => void refresh().catch(() => (matches.value = []))} />
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
