// The rules in our words, searchable; a rule number anywhere on the page opens here.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { RuleMessage } from "../messages";
import { strings as S } from "../strings";
import { scrollWithin } from "./scroll";
import { openedRule, rules, search } from "./rulebook";

function matches(rule: RuleMessage, words: string[]): boolean {
  const text = `${rule.id} ${rule.title} ${rule.text} ${rule.rulings.join(" ")}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function Rule({ rule }: { rule: RuleMessage }): JSX.Element {
  const at = useRef<HTMLElement>(null);
  const open = openedRule.value === rule.id;
  useEffect(() => {
    if (open) scrollWithin(at.current);
  }, [open]);
  return (
    <article class={`rule-text${open ? " open" : ""}`} ref={at} id={`rule-${rule.id}`}>
      <h4><span>{rule.id}</span> {rule.title}{rule.optional && <em> ({S.optional})</em>}</h4>
      <p>{rule.text}</p>
      {rule.rulings.map((ruling) => <p class="ruling" key={ruling}>{ruling}</p>)}
    </article>
  );
}

/** The rule asked for, if only a part of its number is in the book its nearest parent. */
function nearest(id: string): string {
  const known = new Set(rules.value.map((rule) => rule.id));
  let at = id;
  while (at && !known.has(at)) at = at.slice(0, -1);
  return at;
}

export function RulesPanel(): JSX.Element {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length ? rules.value.filter((rule) => matches(rule, words)) : rules.value;
  useEffect(() => {
    const id = nearest(openedRule.value);
    if (id !== openedRule.value && rules.value.length) openedRule.value = id;
  }, [openedRule.value, rules.value]);
  return (
    <div class="rules-panel">
      <input
        id="rule-search" type="search" value={search.value} placeholder={S.searchRules} aria-label={S.searchRules}
        onInput={(e) => (search.value = e.currentTarget.value)}
      />
      <p class="fine" aria-live="polite">{S.rulesFound(found.length)}</p>
      {found.map((rule) => <Rule key={rule.id} rule={rule} />)}
    </div>
  );
}
