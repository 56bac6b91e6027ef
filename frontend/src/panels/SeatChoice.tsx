// Who sits on a side: a person here or elsewhere, or one of the bots.
import type { JSX } from "preact";
import { standing } from "../account";
import { strings as S } from "../strings";

const INVITE = "invite:";
const STAFF = "staff"; // the opponent unless somebody wants another

/** The bot that plays unless another is chosen. */
export function usual(bots: string[]): string {
  return bots.includes(STAFF) ? STAFF : (bots.at(-1) ?? "");
}

/** The bots as options, the one that thinks hardest last. */
export function BotOptions({ bots, prefix = "" }: { bots: string[]; prefix?: string }): JSX.Element {
  return <>{bots.map((bot) => <option key={bot} value={prefix + bot}>{S.botTitle(bot)}</option>)}</>;
}

/** A seat as the server names it: `screen`, `link`, `open`, `bot:NAME` or `invite:NAME`. */
export function SeatChoice({ side, kind, bots, choose }: {
  side: string; kind: string; bots: string[]; choose: (kind: string) => void;
}): JSX.Element {
  const asked = (select: HTMLSelectElement): void => {
    if (select.value !== INVITE) return choose(select.value);
    const name = prompt(S.invitedName)?.trim();
    if (name) choose(`${INVITE}${name}`);
    else select.value = kind;
  };
  const invited = kind.startsWith(INVITE) ? kind.slice(INVITE.length) : kind === "invited" ? "" : null;
  return (
    <select value={kind} aria-label={S.whoPlays(side)} data-seat={side} onChange={(e) => asked(e.currentTarget)}>
      {Object.entries(S.seat).map(([one, name]) => <option key={one} value={one}>{name}</option>)}
      {invited !== null && <option value={kind}>{S.invitedSeat(invited)}</option>}
      {standing.value.name && <option value={INVITE}>{S.inviteSeat}</option>}
      <BotOptions bots={bots} prefix="bot:" />
    </select>
  );
}
