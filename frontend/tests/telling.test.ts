import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { chancesOf, success } from "../src/chances";
import type { HistoryEntry, LogLine, Preview, Term } from "../src/messages";
import { afterJump, begunAt, isFight, toldIn } from "../src/replay";
import { endedAlone, gist, inWords, resultsOf, tell, withoutIdle, withoutSubject } from "../src/telling";
import { line } from "./referee";

const NAMES = { unit: (id: string): string => (id === "Lukin" ? "Lukin's army" : id), place: (hex: string): string => (hex === "2216" ? "Smolensk" : hex) };
const moved = (number: number, unit: string, path: string[], how = "moves", more: Partial<LogLine> = {}): LogLine => ({
  ...line(number, `${unit} ${how} ${path.join(" ")}`, path), units: [unit], how, ...more,
});
const event = (number: number, event: string, text = event): LogLine => ({ ...line(number, text, ["0101"]), event });

test("a move is told by army and place", () => {
  assert.equal(inWords(moved(1, "Lukin", ["2216", "2115", "1014"], "by rail"), NAMES), "Lukin's army by rail: Smolensk to 1014");
  const city = { ...NAMES, place: (): string => "Mogilev" };
  assert.equal(inWords(moved(1, "R21", ["0222", "0223"]), city), "R21 moves: within Mogilev");
  assert.equal(inWords(line(1, "attack on 2216 by 22/16 1/2216: 40 to 6", ["2216"]), NAMES), "attack on Smolensk by 22/16 1/2216: 40 to 6");
  assert.equal(inWords({ ...line(1, "die 4 for combat"), event: "rolled" }, NAMES), "die 4 for combat");
});

test("like moves are one line, and what was taken back or forced is none", () => {
  const lines = [
    moved(1, "25/7", ["0917", "1016"], "goes by rail", { together: "go by rail" }), moved(1, "6/7", ["0917", "1016"], "goes by rail"), moved(2, "7/7", ["0917", "0918"]),
    moved(3, "5.ID", ["0101", "0102"], "moves", { undone: true }), event(4, "undo", "german takes back 'move'"), event(5, "forced"),
  ];
  assert.deepEqual(tell(lines, NAMES).map((one) => one.text), ["25/7, 6/7 go by rail: 0917 to 1016", "7/7 moves: 0917 to 0918"]);
  assert.equal(tell(lines, NAMES, true).length, 3);
});

test("hidden blocks that go together are counted", () => {
  const block = (number: number, who: string): LogLine => moved(number, who, ["0101", "0102"], "moves", { together: "move" });
  assert.deepEqual(tell([block(1, "a Soviet block"), block(2, "4Shk"), block(3, "a Soviet block")], NAMES).map((one) => one.text), ["2 Soviet blocks, 4Shk move: 0101 to 0102"]);
});

test("a way in several moves is one line, and so is who comes in and marches on", () => {
  const entered = (number: number, unit: string): LogLine => ({ ...line(number, `${unit} enters the map at 0901`, ["0901"]), event: "entered", units: [unit], how: "enters the map at", together: "enter the map at" });
  const lines = [
    moved(1, "A4", ["0108", "2216"]), moved(2, "A4", ["2216", "0413"]), moved(3, "A4", ["0413", "0415"], "goes by rail"),
    entered(4, "R1"), entered(4, "R2"), moved(5, "R1", ["0901", "0902"]), moved(5, "R2", ["0901", "0902"], "moves", { together: "move" }), moved(6, "R1", ["0902", "0903"]),
  ].map((one) => (one.how === "moves" ? { ...one, together: "move" } : one));
  assert.deepEqual(tell(lines, NAMES).map((one) => one.text), [
    "A4 moves: 0108 to 0413", "A4 goes by rail: 0413 to 0415", "R1, R2 enter the map at 0901, move to 0902", "R1 moves: 0902 to 0903",
  ]);
  assert.deepEqual(tell(lines, NAMES)[0]?.hexes, ["0108", "2216", "0413"]);
});

test("of a battle one is told where it was and what it cost, before every shot", () => {
  const lines = [
    event(7, "revealed", "a German block in Rzhev is revealed as 2AK, 2"), event(7, "battle", "battle of Rzhev"), event(7, "volley", "2AK fires (SF): 2 3, no hits"),
    ...["2AK", "30AK", "2AK"].map((unit) => ({ ...event(7, "lost-step", `${unit} loses a step`), units: [unit] })),
    { ...event(7, "eliminated", "30AK is eliminated in Rzhev"), units: ["30AK"] },
  ];
  assert.deepEqual(gist(lines, NAMES, 3).map((one) => one.text), ["battle of Rzhev", "Steps lost: 2AK ×2", "30AK is eliminated in Rzhev"]);
  const two = [...lines, event(7, "battle", "battle of Orel"), { ...event(7, "lost-step", "5AK loses a step"), units: ["5AK"] }];
  assert.deepEqual(gist(two, NAMES, 9).map((one) => one.text).slice(-2), ["battle of Orel", "Steps lost: 5AK"]);
  assert.deepEqual(gist(lines.slice(0, 1), NAMES, 3).length, 1);
});

test("phases in which nothing was done have no heading, but for the one that is played", () => {
  const lines = [event(0, "phase", "Command"), event(1, "phase", "Movement"), moved(1, "A4", ["0108", "2216"]), event(2, "phase", "Combat"), event(2, "phase", "Supply")];
  assert.deepEqual(withoutIdle(tell(lines, NAMES)).map((one) => one.text), ["Movement", "A4 moves: 0108 to Smolensk", "Supply"]);
});

test("what was done is counted: orders to move, and attacks", () => {
  const lines = [moved(1, "a", ["0101", "0102"]), moved(2, "b", ["0101", "0102"]), moved(2, "c", ["0101", "0102"]), event(3, "attacked"), event(9, "moved")];
  assert.deepEqual(toldIn(lines.slice(0, 4), 1), { from: 1, to: 3, moves: 1, attacks: 1 });
  const ours = (line: LogLine): boolean => line.number === 2; // our own move, which they answered
  assert.deepEqual(toldIn(lines.slice(0, 4), 0, ours), { from: 0, to: 3, moves: 1, attacks: 1 });
});

test("jumps go to the next turn, phase or attack, and back to the beginning of the last", () => {
  const entry = (number: number, turn: number, phase: string, lines: LogLine[] = []): HistoryEntry => ({ number, side: "german", action: "", turn, phase, time: 0, lines });
  const all = [entry(0, 1, "a"), entry(1, 1, "a"), entry(2, 1, "b", [event(2, "attacked")]), entry(3, 1, "b"), entry(4, 2, "a")];
  assert.deepEqual([afterJump(all, 0, "phase", false), afterJump(all, 0, "turn", false), afterJump(all, 0, "fight", false)], [2, 4, 2]);
  assert.deepEqual([afterJump(all, 4, "phase", true), afterJump(all, 3, "phase", true), afterJump(all, 4, "turn", true)], [2, 0, 0]);
  assert.equal(afterJump(all, 4, "turn", false), null);
  assert.ok(isFight(all[2] as HistoryEntry));
});

test("odds in words: they give way, it costs us, nothing", () => {
  const term = (name: string, foe: boolean, own: boolean): Term => ({ name, says: "", sign: "", foe, own });
  const results = [term("D1", true, false), term("D1/A1", true, true), term("A1", false, true), term("AS", false, false)];
  const preview = { outcomes: { "D1": 0.25, "D1/A1": 0.25, "A1": 0.25, "AS": 0.25 } } as unknown as Preview;
  assert.deepEqual(chancesOf(preview, results), { foe: 0.5, own: 0.5, both: 0.25, nothing: 0.25 });
  assert.equal(chancesOf({ outcomes: { "hex held": 1 } } as unknown as Preview, results), null);
  assert.equal(success(preview, results), 0.5);
  assert.equal(success({ ...preview, wins: 0.06 }, results), 0.06); // the one the headline says
});

test("attacks have the throw that decided them, battles the hits of both sides", () => {
  const volley = (side: string, hits: number): LogLine => ({ ...event(2, "volley"), hexes: [], side, dice: [3, 6], hits });
  const lines = [
    { ...event(1, "attacked"), hexes: ["0202"] }, { ...event(1, "rolled"), hexes: [], dice: [4], decided: "for combat at 2-1: D1", result: "D1", fight: true },
    { ...event(2, "battle"), hexes: ["0303"] }, volley("soviet", 1), volley("german", 2), volley("german", 0), volley("soviet", 1),
  ];
  const [attack, battle] = resultsOf(lines);
  assert.deepEqual([attack?.hex, attack?.result, attack?.dice], ["0202", "D1", [4]]);
  assert.deepEqual([battle?.hex, battle?.hits], ["0303", { soviet: 2, german: 2 }]);
});

test("a looker-on sees the turn of the side that acts", () => {
  const phase = (number: number, side: string): LogLine => ({ ...event(number, "phase"), phase: "Movement", side });
  assert.equal(begunAt([phase(0, "soviet"), phase(4, "soviet"), phase(7, "german"), phase(9, "german"), phase(9, "")]), 6);
  assert.equal(begunAt([phase(0, "soviet")]), -1);
});

test("a die for something else is not the result of an attack", () => {
  const attack = { ...event(1, "attacked"), hexes: ["0202"] };
  const later = { ...event(1, "rolled"), hexes: [], dice: [6], decided: "for the regrouping of 8AK: it comes back on turn 7", result: "it comes back on turn 7" };
  const table = { ...event(1, "noted", "8:1 is beyond the table: DE"), hexes: [], result: "DE", fight: true };
  assert.deepEqual(resultsOf([attack, table, later])[0], { hex: "0202", result: "DE", dice: [], hits: {} });
  assert.deepEqual(resultsOf([attack, later])[0], { hex: "0202", result: "", dice: [], hits: {} });
  const thrown = { ...later, dice: [2], decided: "for combat at 2:1: DR", result: "DR", fight: true };
  assert.deepEqual(resultsOf([attack, thrown, later])[0], { hex: "0202", result: "DR", dice: [2], hits: {} });
});

test("every phase of ours that ended by itself is named, and no other", () => {
  const phase = (title: string, side: string): LogLine => ({ ...event(1, "phase"), phase: title, side });
  const end = (side: string): LogLine => ({ ...event(1, "forced"), forced: "end", side });
  const [weather, works, combat, air, supply] = [phase("Weather", ""), phase("Axis Works", "axis"), phase("Axis Combat", "axis"), phase("Axis Air", "axis"), phase("Soviet Supply", "soviet")];
  const ended = (news: LogLine[], mine: string[], before = [combat]): string[] => endedAlone(news, before, mine);
  assert.deepEqual(ended([event(1, "attacked"), end("axis"), air, end("axis"), weather, end("soviet"), supply], ["axis", "soviet"]), ["Axis Combat", "Axis Air"]);
  assert.deepEqual(ended([end("axis"), air], ["soviet"]), []);
  assert.deepEqual(ended([works, combat], ["axis"], []), ["Axis Works"]); // passed over: nothing could be done
  assert.deepEqual(ended([works, event(1, "moved"), combat], ["axis"], []), []);
  assert.deepEqual(ended([combat], ["axis"]), []); // ended by hand
  assert.deepEqual(endedAlone([end("axis"), air], [], ["axis"], { phase: "Combat", side: "axis" }), ["Combat"]); // begun before the log we have
});

test("of the same unit it is only said what it does next; an article is nobody's name", () => {
  assert.equal(withoutSubject("41Pz is disrupted", "41Pz moves: 0101 to 0102"), "is disrupted");
  assert.equal(withoutSubject("42Pz is disrupted", "41Pz moves: 0101 to 0102"), "42Pz is disrupted");
  assert.equal(withoutSubject("An Air Interdiction marker leaves 0417", "An Air Interdiction marker leaves Vitebsk"), "An Air Interdiction marker leaves 0417");
});
