// The prompt in plain sight, the order so far, and a button for every word that is not on the map.
import { effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { going, joiners } from "../all";
import * as api from "../api";
import { aiming, isLeaf } from "../hand";
import { called } from "../kinds";
import { verbKeys } from "../keys";
import {
  choices, choiceUnits, chosenUnits, closing, commit, composing, confirming, deploying, floor, followers, guarded, inPhase, openings, play, preview, say, sending, startOver,
  stepBack, words, wordsOf,
} from "../order";
import { goToNext } from "../next";
import { hush } from "../notices";
import { allWhoCan } from "../pointing";
import type { RulingMessage } from "../messages";
import { chips, END, ends, inWords } from "../remaining";
import { openRule } from "./rulebook";
import { strings as S } from "../strings";
import { asked, game, ground, match, past, position, unitsById } from "../table";
import { shine } from "../spotlight";
import { waiverOf } from "../waiving";
import { notes } from "../study";
import { explained, Kinds, Menu, Picks, Planned, Together } from "./Ideas";
import { Explained, Occasion } from "./Occasion";
import { openTab } from "./tabs";
import { Tray } from "./Tray";
import { Whose } from "./Whose";

const MANY_VERBS = 6; // more are drawn closer together, in one row
const MANY = 24; // words of other kinds than these are shown as buttons up to here

const noEnd = signal<RulingMessage | null>(null); // why the phase cannot be ended yet

/** Where a phase has no end on offer, ask the referee why. */
export function keepEndInSight(): void {
  let turn = 0;
  let about = ""; // the phase that could not be ended
  effect(() => {
    const now = match.value;
    const root = openings.value;
    const mine = ++turn;
    const phase = `${now?.id} ${asked.value?.side} ${position.value?.turn} ${asked.value?.kind}`;
    if (phase !== about || root.has(END)) noEnd.value = null; // otherwise it stands until the answer is here, and the bar with it
    const staged = position.value?.sequence.some((stage) => stage.id === asked.value?.kind); // a step of the turn, which players end
    if (!now || !asked.value || !staged || !root.size || deploying.value || composing.value) return;
    if (root.has(END) || !game.value?.verbs.includes(END)) return;
    api.why(now.id, END, now.side).then((found) => {
      if (mine !== turn) return;
      about = phase;
      noEnd.value = !found.ok && found.rule && !found.elsewhere ? found : null;
    }, () => undefined);
  });
}

function VerbButton({ verb }: { verb: string }): JSX.Element {
  const key = [...verbKeys.value].find(([, v]) => v === verb)?.[0];
  const final = (words.value.length === 0 || composing.value) && ends(verb);
  const early = guarded.value && words.value.length === 0 && isLeaf(openings.value.get(verb) ?? choices.value);
  const chip = words.value.length || composing.value || deploying.value ? undefined : chips.value.find((one) => one.verb === verb);
  const left = chip ? (chip.foes ? chip.hexes.length : chip.units.length) : 0;
  const button = (
    <button class={`verb${final ? " ends" : ""}`} data-verb={verb} title={chip ? undefined : [explained(verb), key && S.byKey(key)].filter(Boolean).join("; ") || undefined} disabled={sending.value || early} onClick={() => void say(verb)}>
      {S.title(verb)}{left > 0 && <small>({left})</small>}{key && <kbd>{key.toUpperCase()}</kbd>}
    </button>
  );
  if (!chip) return button;
  const says = [inWords(chip), explained(verb), key && S.byKey(key)].filter(Boolean).join("; ");
  return ( // the verb, how much of it is left, and the way to the next
    <span class="chip" data-chip={verb} data-left={left} title={says}>
      {button}
      {chip.hexes.length > 0 && <button class="next" data-next={verb} aria-label={`${S.next}: ${says}`} onClick={() => goToNext(verb)}>▸</button>}
    </span>
  );
}

/** Where one verb alone is possible and needs no button: how much of it is left, and the way to the next. */
function Remaining({ verb }: { verb: string }): JSX.Element | null {
  const chip = chips.value.find((one) => one.verb === verb);
  if (!chip?.hexes.length) return null;
  const left = chip.foes ? chip.hexes.length : chip.units.length;
  return (
    <button class="verb" data-chip={verb} data-left={left} data-next={verb} title={inWords(chip)} onClick={() => goToNext(verb)}>
      {S.nextOf(verb)}<small>({left})</small> ▸
    </button>
  );
}

function OtherWords(): JSX.Element | null {
  const plain = choices.value.groups.filter(([kind]) => !["verb", "unit", "hex"].includes(kind)).flatMap(([, found]) => found);
  const unseen = wordsOf(choices.value, "unit").filter((id) => !unitsById.value.has(id));
  const all = [...plain, ...unseen].slice(0, MANY);
  if (!all.length) return null;
  return (
    <div class="words">
      {all.map((word) => <button key={word} class="word" data-word={word} onClick={() => void say(word)}>{word}</button>)}
    </div>
  );
}

function hint(): string {
  if (!words.value.length) return "";
  const kinds = new Set(choices.value.groups.map(([kind]) => kind));
  if (closing.value !== null && kinds.has("unit")) return S.moreMayJoin;
  if (closing.value !== null && kinds.has("hex")) return words.value.some((word) => ground.value?.hexes.has(word)) ? S.mayGoOn : S.mayChooseHex;
  if (kinds.has("unit") && kinds.has("hex")) return chosenUnits.value.length ? S.chooseHex : S.chooseUnitOrHex;
  const onTheWay = floor.value === 0 && chosenUnits.value.length > 0 && !aiming.value && !!ground.value?.hexes.has(words.value.at(-1) ?? "");
  return kinds.has("unit") ? S.chooseUnit : !kinds.has("hex") ? "" : onTheWay ? S.mustGoOn : S.chooseHex;
}

function Confirm(): JSX.Element | null {
  const now = confirming.value;
  if (!now) return null;
  const verb = composing.value ? S.sealVerb : called(now.words[0] ?? "");
  return (
    <div class="confirm" role="alertdialog" aria-label={S.before(verb)}>
      <strong>{S.before(verb)}</strong>
      <ul>
        {now.warnings.map((warning) => (
          <li key={warning.text}>
            {warning.hexes.length ? <button class="link" onClick={() => shine(warning.hexes)}>{S.sentence(warning.text)}</button> : S.sentence(warning.text)}
            {warning.rule && <button class="rule" onClick={() => openRule(warning.rule)}>{warning.rule}</button>}
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button class="primary" data-confirm onClick={() => void play(now.words, true, now.left)}>{S.anyway(verb)}<kbd>↵</kbd></button>
        <button data-not-yet onClick={() => (confirming.value = null)}>{S.notYet}<kbd>{S.keyEscape}</kbd></button>
      </div>
    </div>
  );
}

/** Words that follow a verb of a question and are not on the map: one click says both. */
function Shortcuts(): JSX.Element | null {
  if (words.value.length || inPhase.value || composing.value || deploying.value) return null;
  const found = [...openings.value].flatMap(([verb, opening]) => wordsOf(opening, "verb").filter((word) => !openings.value.has(word)).map((word) => [verb, word] as const));
  return (
    <>
      {found.map(([verb, word]) => (
        <button key={`${verb} ${word}`} class="verb" data-shortcut={`${verb} ${word}`} disabled={sending.value} onClick={() => void say(verb, word)}>{S.title(word)}</button>
      ))}
    </>
  );
}

/** Everybody at once: attackers who can join, or units of a verb that takes one after the other. */
function All(): JSX.Element | null {
  const verb = words.value[0] ?? "";
  if (aiming.value && choiceUnits.value.size > 1) {
    return <button data-all={verb} onClick={() => void allWhoCan(verb)}>{S.allJoin}{joiners.value > 0 && ` (${joiners.value})`}</button>;
  }
  if (words.value.length > floor.value) return null;
  return (
    <>
      {[...going.value].filter(([, units]) => units.length > 1).map(([name, units]) => (
        <button key={name} data-all={name} disabled={sending.value} onClick={() => void allWhoCan(name, units)}>
          {S.all(name, units.length, wordsOf(openings.value.get(name) ?? choices.value, "unit").length)}
        </button>
      ))}
    </>
  );
}

/** The one unit an order without an aim is about, and what for: the button names it. */
function committed(): string {
  const [verb, unit = "", ...more] = words.value;
  const purposes = more.filter((word) => !ground.value?.hexes.has(word));
  const aims = purposes.length < more.length && !purposes.length && !wordsOf(choices.value, "verb").length; // it goes somewhere, for nothing else
  if (!verb || aims || !unitsById.value.has(unit) || purposes.some((word) => unitsById.value.has(word))) return "";
  return [unitsById.value.get(unit)?.label || unit, ...purposes].join(" ");
}

function Order(): JSX.Element {
  const close = closing.value;
  const late = (verb: string): number => (words.value.length && !composing.value ? 0 : ends(verb) ? 2 : Number(game.value?.asides.includes(verb) ?? false));
  const verbs = wordsOf(choices.value, "verb").filter((verb) => verb !== close).sort((a, b) => late(a) - late(b));
  const begun = words.value.length > floor.value;
  const unsaid = !begun && inPhase.value && !composing.value ? words.value[0] : undefined; // the only verb: said for the player
  const after = followers.value;
  return (
    <>
      <div class="saying">
        {words.value.length > 0 && (
          <div class={begun || after.length ? "order-words" : "order-words unsaid"} aria-label={S.orderSoFar}>
            {words.value.map((word, i) => <span key={`${i} ${word}`} class={unitsById.value.has(word) ? "unit" : ""}>{word}</span>)}
            {after.length > 0 && <i class="after" data-after={after.join(" ")}>{S.alsoAfter(after.join(", "))}</i>}
            <em>{hint()}</em>
          </div>
        )}
        {notes.value.map((note) => (
          <span class="no-end" key={note.text} data-note>{S.sentence(note.text)} {note.rule && <button class="rule" onClick={() => openRule(note.rule)}>{note.rule}</button>}</span>
        ))}
        {noEnd.value && !begun && <span class="no-end" data-no-end>{S.sentence(noEnd.value.reason)} <button class="rule" onClick={() => openRule(noEnd.value?.rule ?? "")}>{noEnd.value.rule}</button></span>}
        <Menu />
        <Kinds />
        <Planned />
        <Together />
        <OtherWords />
        <Tray />
      </div>
      <div class={`buttons${begun && !composing.value ? "" : " verbs"}${verbs.length > MANY_VERBS ? " many" : ""}`}>
        {verbs.filter((verb) => late(verb) < 2).map((verb) => <VerbButton key={verb} verb={verb} />)}
        {unsaid && <Remaining verb={unsaid} />}
        <Shortcuts />
        <Picks />
        <All />
        {close !== null && (
          <button class="primary commit" disabled={sending.value} onClick={() => void commit()}>
            {close && openings.value.has(close) ? S.title(close) : S.commit(called(words.value[0] ?? ""), committed())}{preview.value?.price && <small>({preview.value.price})</small>}<kbd>↵</kbd>
          </button>
        )}
        {begun && <button class="quiet" title={S.backHint} onClick={() => stepBack()}>{S.back}<kbd>{S.keyEscape}</kbd></button>}
        {words.value.length > floor.value + 1 && !composing.value && <button class="quiet" onClick={() => void startOver()}>{S.startOver}</button>}
        {verbs.filter((verb) => late(verb) === 2).map((verb) => <VerbButton key={verb} verb={verb} />)}
      </div>
    </>
  );
}

function Waiting(): JSX.Element | null {
  const now = match.value;
  if (!now || now.result) return null;
  const sides = now.view.decisions.map((d) => d.side);
  const asked = now.seats.filter((seat) => sides.includes(seat.side));
  const failed = asked.find((seat) => seat.failed);
  if (failed) {
    return (
      <div class="prompt waiting bad" role="alert">
        {S.botFailed(failed.failed)} <button class="small" onClick={() => openTab("table")}>{S.whoPlays(failed.side)}</button>
      </div>
    );
  }
  const thinker = asked.find((seat) => seat.kind === "bot");
  const answering = now.view.decisions.some(({ kind, side }) => waiverOf(kind) && !now.mine.includes(side));
  const acting = now.view.own.game === "bugriver" ? now.view.own.acting : [];
  const standing = acting.findLast(({ side }) => now.mine.includes(side)); // one's own formation, whose turn comes again
  return (
    <div class="prompt waiting" data-thinking={thinker?.side}>
      {now.mine.length === 0 ? `${S.observing}. ` : ""}
      {thinker ? <><Whose side={thinker.side} /> {S.thinking(thinker.name)} <span class="spinner" aria-hidden="true" /></> : S.waitingFor(sides.map(S.title).join(" & "))}
      {answering ? `: ${S.mayAnswer}` : standing && `. ${S.waits(standing.phase, standing.hq)}.`}
    </div>
  );
}

/** After a click with the mouse the keyboard goes on at the map. */
function backToMap(event: MouseEvent): void {
  if (event.detail > 0) document.getElementById("board")?.focus({ preventScroll: true });
}

export function ActionBar(): JSX.Element | null {
  const bar = useRef<HTMLElement>(null);
  const tall = useRef(0);
  const decision = asked.value;
  const coming = !!decision && !openings.value.size && !choices.value.groups.length; // what may be said is on its way
  tall.current = coming ? tall.current || (bar.current?.offsetHeight ?? 0) : 0; // the map under a finger stays as it is until then
  if (past.value || match.value?.result) return null;
  return (
    <section class={`actions${decision ? " mine" : ""}${composing.value ? " composing" : ""}`} aria-label={S.orderSoFar} id="orders" tabIndex={-1} ref={bar} style={tall.current ? { minHeight: `${tall.current}px` } : undefined} onClick={backToMap} onPointerDown={hush}>
      {decision ? (
        <>
          <div class="prompt" data-prompt>
            <Whose side={decision.side} /> {decision.prompt}
            {decision.rule && <button class="rule" onClick={() => openRule(decision.rule)}>{decision.rule}</button>}
          </div>
          <Occasion decision={decision} />
          {!words.value.length && !composing.value && <Explained />}
          {confirming.value ? <Confirm /> : <Order />}
        </>
      ) : <Waiting />}
    </section>
  );
}
