import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const SOURCES = process.env["PAGE_SOURCES"] ?? "src";
const ATTRIBUTES = /\b(?:aria-label|title|placeholder|alt)="([^"]*[A-Za-z]{2,}[^"]*)"/g;
const BETWEEN_TAGS = />([^<>{}=;()&|"`]*[A-Za-z]{2,}[^<>{}=;()&|"`]*)<\//g;
const LITERALS = /([^\s"'`]*\s*)(["'`])((?:(?!\2).)*)\2/g;
const FOR_PROGRAMS = /^(import|.*\bfrom$)|class(Name)?=\{?$|transform[=:]|viewBox|querySelector|closest\(|startsWith\(|matchMedia|matches\(|wanted|hasAttribute|\bd=/; // what stands before them
const NO_WORDS = /^[MVHLAZ][\d.$ -]|Helvetica|Liberation|^Georgia|translate|rotate|^\(|[[\]#>]|^\.|^(chosen|counter|near|far) |drawn|&&|=\{|join\(|=$|await /; // paths, typefaces, selectors, keys

/** Every source of the page but the files that hold its words and its messages. */
function sources(): string[] {
  const found = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
  return found.filter((name) => /\.tsx?$/.test(name) && !["strings.ts", "messages.ts"].includes(name));
}

/** Two words or more next to each other, once what is filled in is left out: something a person reads. */
function sentence(text: string): boolean {
  const bare = text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "¤");
  return /[A-Za-z]{2,}[,:]? [A-Za-z]{2,}|¤ [a-z]{2,}( |$)|[a-z]{2,} ¤/.test(bare);
}

function literals(text: string): string[] {
  const code = text.split("\n").filter((line) => !/^\s*(\/\/|\/?\*)/.test(line)).map((line) => line.replace(/\s\/\/ .*$/, "").replace(/\bclass=\{(?:[^{}]|\{[^{}]*\})*\}/g, ""));
  const marked = code.flatMap((line) => [ATTRIBUTES, BETWEEN_TAGS].flatMap((pattern) => [...line.matchAll(pattern)].map((found) => found[1] ?? "")));
  const said = code.flatMap((line) => [...line.matchAll(LITERALS)].filter(([, before = "", , words = ""]) => sentence(words) && !FOR_PROGRAMS.test(before.trim()) && !NO_WORDS.test(words)).map((found) => found[3] ?? ""));
  return [...marked, ...said].map((one) => one.trim()).filter((one) => !/^https?:/.test(one));
}

test("no component holds words of its own: all of them are in strings.ts", () => {
  const found = sources().flatMap((name) => literals(readFileSync(join(SOURCES, name), "utf8")).map((said) => `${name}: ${said}`));
  assert.deepEqual(found, []);
});

test("the scan sees words between tags, in attributes and in what is said", () => {
  assert.deepEqual(literals("<b>Hello there</b>"), ["Hello there"]);
  assert.deepEqual(literals('<input aria-label="Name" />'), ["Name"]);
  assert.deepEqual(literals('tell("nothing more");'), ["nothing more"]);
  assert.deepEqual(literals("const said = `${n} of ${all}`;"), ["${n} of ${all}"]);
  assert.deepEqual(literals('<g class="two words" data-key={`${a} ${b}`} />'), []);
});
