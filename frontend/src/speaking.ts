// What happened, spoken: the latest lines of the log in sentences for a screen reader.
import { effect } from "@preact/signals";
import { speak } from "./notices";
import { strings as S } from "./strings";
import { happened } from "./table";

const MOST = 6;

export function speakOfNews(): void {
  effect(() => {
    const lines = happened.value.filter((line) => line.event !== "forced").map((line) => line.text);
    if (!lines.length) return;
    const more = lines.length > MOST ? [S.moreInLog(lines.length - MOST)] : [];
    setTimeout(() => speak([...lines.slice(0, MOST), ...more].join(". ")), 50);
  });
}
