// The prompt in plain sight, the order so far, and a button for every word that is not on the map.
import type { JSX } from "preact";
import { verbKeys } from "../keys";
import { chosenUnits, closing, commit, composing, confirming, choices, openings, play, say, sending, startOver, stepBack, floor, words, wordsOf } from "../order";
import { openRule } from "./rulebook";
import { strings as S } from "../strings";
import { asked, match, past, unitsById } from "../table";
import { shine } from "../spotlight";
import { openTab } from "./tabs";
import { Tray } from "./Tray";
import { Whose } from "./Whose";

const MANY = 24; // words of other kinds than these are shown as buttons up to here

function VerbButton({ verb }: { verb: string }): JSX.Element {
  const key = [...verbKeys.value].find(([, v]) => v === verb)?.[0];
  const opening = openings.value.get(verb);
  const others = [...openings.value.values()].some((o) => o.groups.length > 0);
  const ends = words.value.length === 0 && others && opening?.complete && opening.groups.length === 0;
  return (
    <button class={`verb${ends ? " ends" : ""}`} data-verb={verb} disabled={sending.value} onClick={() => void say(verb)}>
      {S.title(verb)}{key && <kbd>{key.toUpperCase()}</kbd>}
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
  if (kinds.has("unit") && kinds.has("hex")) return chosenUnits.value.length ? S.chooseHex : S.chooseUnitOrHex;
  return kinds.has("unit") ? S.chooseUnit : kinds.has("hex") ? S.chooseHex : "";
}

function Confirm(): JSX.Element | null {
  const now = confirming.value;
  if (!now) return null;
  const verb = now.words.join(" ");
  return (
    <div class="confirm" role="alertdialog" aria-label={S.before(verb)}>
      <strong>{S.before(verb)}</strong>
      <ul>
        {now.warnings.map((warning) => (
          <li key={warning.text}>
            {warning.hexes.length ? <button class="link" onClick={() => shine(warning.hexes)}>{warning.text}</button> : warning.text}
            {warning.rule && <button class="rule" onClick={() => openRule(warning.rule)}>{warning.rule}</button>}
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button class="primary" data-confirm onClick={() => void play(now.words, true)}>{S.anyway(verb)}<kbd>↵</kbd></button>
        <button onClick={() => (confirming.value = null)}>{S.notYet}<kbd>Esc</kbd></button>
      </div>
    </div>
  );
}

function Order(): JSX.Element {
  const verbs = wordsOf(choices.value, "verb");
  const begun = words.value.length > floor.value;
  const close = closing.value;
  return (
    <>
      <div class="saying">
        {words.value.length > 0 && (
          <div class="order-words" aria-label={S.orderSoFar}>
            {words.value.map((word, i) => <span key={`${i} ${word}`} class={unitsById.value.has(word) ? "unit" : ""}>{word}</span>)}
            <em>{hint()}</em>
          </div>
        )}
        <OtherWords />
        <Tray />
      </div>
      <div class="buttons">
        {close === null && verbs.map((verb) => <VerbButton key={verb} verb={verb} />)}
        {close !== null && (
          <button class="primary commit" disabled={sending.value} onClick={() => void commit()}>
            {S.commit(words.value[0] ?? "")}<kbd>↵</kbd>
          </button>
        )}
        {begun && <button class="quiet" title={S.backHint} onClick={() => stepBack()}>{S.back}<kbd>Esc</kbd></button>}
        {words.value.length > floor.value + 1 && <button class="quiet" onClick={() => void startOver()}>{S.startOver}</button>}
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
  return (
    <div class="prompt waiting" data-thinking={thinker?.side}>
      {now.mine.length === 0 ? `${S.observing}. ` : ""}
      {thinker ? <><Whose side={thinker.side} /> {S.thinking(thinker.name)} <span class="spinner" aria-hidden="true" /></> : S.waitingFor(sides.map(S.title).join(" & "))}
    </div>
  );
}

/** After a click with the mouse the keyboard goes on at the map. */
function backToMap(event: MouseEvent): void {
  if (event.detail > 0) document.getElementById("board")?.focus({ preventScroll: true });
}

export function ActionBar(): JSX.Element | null {
  const decision = asked.value;
  if (past.value) return null;
  return (
    <section class={`actions${decision ? " mine" : ""}${composing.value ? " composing" : ""}`} aria-label={S.orderSoFar} id="orders" tabIndex={-1} onClick={backToMap}>
      {decision ? (
        <>
          <div class="prompt" data-prompt>
            <Whose side={decision.side} /> {decision.prompt}
            {decision.rule && <button class="rule" onClick={() => openRule(decision.rule)}>{decision.rule}</button>}
          </div>
          {confirming.value ? <Confirm /> : <Order />}
        </>
      ) : <Waiting />}
    </section>
  );
}
