// The line above the map: the way home, where we are, the overlays, the replay, help.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { palette } from "../board/colours";
import { inShort } from "../describe";
import { isOn, overlayNames, supplyLine, toggle } from "../overlays";
import { cursor, peek } from "../pointing";
import { lookBack } from "../replay";
import { go } from "../routes";
import { strings as S } from "../strings";
import { connected, match, past, position } from "../table";
import { dark, turnLights } from "../lights";
import { undo } from "./agreements";
import { OwnClock } from "./Clocks";
import { helpOpen } from "./help";
import { openRule } from "./rulebook";
import { settingsOpen } from "./Settings";
import { folded, toolsOut } from "./tabs";

const ICONS: Record<string, string> = {
  zoc: "M8 1l6 3.5v7L8 15l-6-3.5v-7zM2 4.5l12 7M8 1v14M14 4.5l-12 7",
  supply: "M2 5l6-3 6 3v6l-6 3-6-3zM2 5l6 3 6-3M8 8v6",
  radius: "M8 8m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0M8 8m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  command: "M8 2m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M8 4v4M8 8L3 13M8 8l5 5M8 8v6",
  integrity: "M3 3h6v6H3zM7 7h6v6H7z",
  control: "M4 1v14M4 2h9l-2 3.5L13 9H4",
  reach: "M3 8h9M9 4l4 4-4 4M3 4v8",
  planner: "M3 13L13 3M10 3h3v3M13 13L3 3M3 6V3h3",
  legend: "M2 3h3v3H2zM7 4.5h7M2 10h3v3H2zM7 11.5h7",
};

function label(name: string): string {
  const [what = "", of = ""] = name.split(":");
  if (what === "zoc") return S.overlay.zoc(of);
  return S.overlay[what as "supply" | "radius" | "command" | "integrity" | "control" | "reach" | "planner" | "legend"];
}

/** A side's overlay shows the side's colour. */
function sideOf(name: string): string {
  const side = name.split(":")[1];
  return side ? palette(side).body : "none";
}

function Overlays(): JSX.Element {
  return (
    <div class="overlays" role="group" aria-label={S.overlays}>
      {overlayNames.value.map((name, i) => (
        <button
          key={name} aria-pressed={isOn(name)} aria-label={label(name)} title={`${label(name)} (${i + 1})`} data-overlay={name}
          onClick={() => toggle(name)}
        >
          <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
            <path d={ICONS[name.split(":")[0] ?? ""] ?? ""} style={{ fill: sideOf(name) }} stroke="currentColor" stroke-width="1.4" stroke-linejoin="round" />
          </svg>
          <span class="name">{S.overlayName(name)}</span>
          <kbd>{i + 1}</kbd>
        </button>
      ))}
    </div>
  );
}

/** What is under the pointer, and for the supply overlay what it says of the unit there. */
export function Readout(): JSX.Element {
  const hex = peek.value || cursor.value;
  const line = supplyLine.value;
  return (
    <div class="readout" aria-hidden="true" key={hex}>
      {line ? (
        <span class={line.good ? "good" : "bad"}>
          {line.good ? S.supplyGood(line.unit, line.why, line.level) : S.supplyBad(line.unit, line.why)}
          {line.rule && <button class="rule" onClick={() => openRule(line.rule)}>{line.rule}</button>}
        </span>
      ) : inShort(hex)}
    </div>
  );
}

/** A tap on the map puts the tools of a phone away; not before it is over, for the map grows by it. */
function useShutting(): void {
  useEffect(() => {
    const shut = (event: Event): void => {
      if (event.target instanceof Element && event.target.closest("#board") && !event.target.closest("[data-float]")) toolsOut.value = false;
    };
    addEventListener("click", shut);
    return () => removeEventListener("click", shut);
  }, []);
}

export function TopBar(): JSX.Element {
  const now = match.value;
  const at = position.value;
  useShutting();
  return (
    <header class={`top${toolsOut.value ? " more" : ""}`}>
      <button class="home" onClick={() => go()} title={S.lobby}>
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M12 2l8.7 5v10L12 22l-8.7-5V7z" fill="none" stroke="currentColor" stroke-width="2" /><path d="M7.5 9h9v6h-9zM7.5 9l9 6m0-6l-9 6" fill="none" stroke="currentColor" stroke-width="1.3" /></svg>
        <span>{S.name}</span>
      </button>
      {at && (
        <div class="where">
          <b>{at.date || S.turnOf(at.turn, at.turns)}{at.weather && <small class={`weather ${at.weather}`}> {at.weather}</small>}</b>
          <span class={`phase ${at.active ?? ""}`}>{at.phase_title}</span>
        </div>
      )}
      <OwnClock />
      {!connected.value && <span class="lost" role="status">{S.noConnection}</span>}
      <button class="more-tools" aria-expanded={toolsOut.value} aria-label={S.tools} onClick={() => (toolsOut.value = !toolsOut.value)}>☰</button>
      <Overlays />
      <div class="tools">
        {now && now.mine.length > 0 && !past.value && (
          <button class="text" onClick={() => void undo()} disabled={!now.can_undo} title={now.can_undo ? `${S.undo} (Ctrl Z)` : S.noUndo}>{S.undo}</button>
        )}
        <button class="text" aria-pressed={!!past.value} onClick={() => now && void lookBack(now.number, false)} disabled={!now?.number} title={`${S.replay} ([ ])`}>{S.replay}</button>
        <button aria-label={S.settings} title={S.settings} data-settings onClick={() => (settingsOpen.value = true)}>⚙</button>
        <button aria-label={S.darkLight} title={S.darkLight} onClick={turnLights}>{dark.value ? "☀" : "☾"}</button>
        <button class="fold" data-fold aria-expanded={!folded.value} aria-pressed={folded.value} aria-label={S.foldPanels} title={S.foldPanels} onClick={() => (folded.value = !folded.value)}>◨</button>
        <button aria-label={S.help} title={`${S.help} (?)`} onClick={() => (helpOpen.value = true)}>?</button>
      </div>
    </header>
  );
}
