// Who sits on a side: a person here or elsewhere, or one of the bots.
import type { JSX } from "preact";
import { strings as S } from "../strings";

const STAFF = "staff"; // the opponent unless somebody wants another

/** The bot that plays unless another is chosen. */
export function usual(bots: string[]): string {
  return bots.includes(STAFF) ? STAFF : (bots.at(-1) ?? "");
}

/** The bots as options, the one that thinks hardest last. */
export function BotOptions({ bots, prefix = "" }: { bots: string[]; prefix?: string }): JSX.Element {
  return <>{bots.map((bot) => <option key={bot} value={prefix + bot}>{S.botTitle(bot)}</option>)}</>;
}

/** A seat as the server names it: `screen`, `link`, `open` or `bot:NAME`. */
export function SeatChoice({ side, kind, bots, choose }: {
  side: string; kind: string; bots: string[]; choose: (kind: string) => void;
}): JSX.Element {
  return (
    <select value={kind} aria-label={S.whoPlays(side)} data-seat={side} onChange={(e) => choose(e.currentTarget.value)}>
      {Object.entries(S.seat).map(([one, name]) => <option key={one} value={one}>{name}</option>)}
      <BotOptions bots={bots} prefix="bot:" />
    </select>
  );
}
