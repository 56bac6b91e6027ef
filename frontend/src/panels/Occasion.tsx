// A question in the midst of something: whose action is interrupted, who moves or which die lies, and what each answer does.
import type { JSX } from "preact";
import { percent } from "../chances";
import type { OpenDecision } from "../messages";
import { openings, play, sending, wordsOf } from "../order";
import { shine } from "../spotlight";
import { strings as S } from "../strings";
import { game, position } from "../table";
import { waive, waiverOf } from "../waiving";
import { Die } from "./DiceRoll";
import { BellSign, PauseSign } from "./Icons";
import { Whose } from "./Whose";

/** What waits until the question is answered: the enemy's phase, or a formation's activation under a reaction. */
function interrupted(decision: OpenDecision): { side: string; says: string } | null {
  const now = position.value;
  if (!now) return null;
  const acting = now.own.game === "bugriver" ? now.own.acting : [];
  const below = acting.at(decision.side === now.active ? -2 : -1);
  if (below) return { side: below.side, says: S.waits(below.phase, below.hq) };
  return now.active && now.active !== decision.side ? { side: now.active, says: now.phase_title } : null;
}

/** How likely a formation passes its Reaction Check, where the game tells it. */
function chance(unit: string): string {
  const own = position.value?.own;
  const found = own?.game === "bugriver" ? own.formations.find((one) => one.hq === unit) : undefined;
  return found?.reaction ? ` · ${percent(found.reaction / 10)}` : "";
}

/** The units one may answer with, each with its chance, and the way not to be asked about it any more. */
function Answers({ decision }: { decision: OpenDecision }): JSX.Element | null {
  const waiver = waiverOf(decision.kind);
  const opening = waiver && openings.value.get(waiver.verb);
  if (!waiver || !opening) return null;
  return (
    <div class="answers">
      {wordsOf(opening, "unit").map((unit) => (
        <span key={unit}>
          <button class="primary" data-answer={unit} disabled={sending.value} onClick={() => void play([waiver.verb, unit])}>{S.answerWith(waiver.verb, unit)}{chance(unit)}</button>
          <button class="quiet" data-waive={unit} title={S.waiveSays} onClick={() => waive(unit)}><BellSign off /> {S.dontAsk(unit)}</button>
        </span>
      ))}
    </div>
  );
}

/** The verbs of the question that want a word of explanation. */
export function Explained(): JSX.Element | null {
  const terms = (game.value?.explains ?? []).filter(({ name }) => openings.value.has(name));
  if (!terms.length) return null;
  return (
    <details class="explained" data-explained>
      <summary aria-label={S.whatTheyDo}><span>{S.whatTheyDo}</span></summary>
      <dl>{terms.map(({ name, says }) => <div key={name}><dt>{S.title(name)}</dt><dd>{says}</dd></div>)}</dl>
    </details>
  );
}

export function Occasion({ decision }: { decision: OpenDecision }): JSX.Element | null {
  const waiting = interrupted(decision);
  const { occasion } = decision;
  if (!waiting && !occasion?.dice.length) return null; // one knows one's own attack, and the map shows it
  const dice = occasion?.dice ?? [];
  const about = occasion ? [...occasion.hexes, ...occasion.targets] : [];
  return (
    <div class={`occasion${waiting || !dice.length ? "" : " lies"}`} data-occasion={decision.kind} role="group" aria-label={S.inTheMidst}>
      {waiting && <p class="midst"><PauseSign /> <Whose side={waiting.side} /> {waiting.says}</p>}
      {dice.length > 0 && <p class="what" title={occasion?.says}>{dice.map((face, i) => <Die key={i} face={face} size={34} />)}</p>}
      {occasion && !dice.length && (
        <p class="what">
          {about.length > 0 ? <button class="link" onClick={() => shine(about, occasion.hexes.length > 0)}>{occasion.says}</button> : <span>{occasion.says}</span>}
        </p>
      )}
      <Answers decision={decision} />
    </div>
  );
}
