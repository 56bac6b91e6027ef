// The panels beside the map, one at a time.
import type { JSX } from "preact";
import { unread } from "../news";
import { strings as S } from "../strings";
import { BattlePanel } from "./BattlePanel";
import { Deployment } from "./Deployment";
import { Lesson } from "./Lesson";
import { LogPanel } from "./LogPanel";
import { Odds } from "./Odds";
import { Production } from "./Production";
import { RulesPanel } from "./RulesPanel";
import { TablePanel } from "./TablePanel";
import { folded, tab, type Tab } from "./tabs";
import { TurnPanel } from "./TurnPanel";

const TABS: [Tab, string, () => JSX.Element | null][] = [
  ["turn", S.tabTurn, TurnPanel],
  ["log", S.tabLog, LogPanel],
  ["table", S.tabTable, TablePanel],
  ["rules", S.tabRules, RulesPanel],
];

export function SidePanel(): JSX.Element {
  const [, , Open] = TABS.find(([id]) => id === tab.value) ?? [];
  return (
    <aside class={`side${tab.value ? " open" : ""}${folded.value ? " folded" : ""}`} id="panel" aria-label={S.panels}>
      <Lesson />
      <Production />
      <Deployment />
      <BattlePanel />
      <Odds />
      <div class="tabs" role="tablist">
        {TABS.map(([id, title]) => (
          <button key={id} role="tab" data-tab={id} aria-selected={tab.value === id} onClick={() => (tab.value = tab.value === id ? "" : id)}>{title}{id === "table" && unread.value > 0 && <b class="unread" data-unread={unread.value}>{unread.value}</b>}</button>
        ))}
      </div>
      {Open && <div key={tab.value} class="tab-body" role="tabpanel"><Open /></div>}
    </aside>
  );
}
