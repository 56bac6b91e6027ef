// What happened, spoken: the latest lines of the log in sentences for a screen reader.
import { effect } from "@preact/signals";
import { speak } from "./notices";
import { happened } from "./table";

const MOST = 6;

export function speakOfNews(): void {
  effect(() => {
    const lines = happened.value.filter((line) => line.event !== "forced").map((line) => line.text);
    if (!lines.length) return;
    const more = lines.length > MOST ? [`and ${lines.length - MOST} more lines in the log`] : [];
    setTimeout(() => speak([...lines.slice(0, MOST), ...more].join(". ")), 50);
  });
}
