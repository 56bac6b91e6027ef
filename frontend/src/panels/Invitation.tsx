// The link for the other player, shown until somebody has taken the seat.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { invitation } from "../lobby/GameCard";
import { tell } from "../notices";
import { strings as S } from "../strings";
import { match } from "../table";

const closed = signal("");

export function Invitation(): JSX.Element | null {
  const now = match.value;
  const link = now ? invitation.get(now.id) : undefined;
  if (!now || !link || closed.value === now.id) return null;
  const guest = now.seats.find((seat) => seat.kind === "link" && !now.mine.includes(seat.side));
  if (!guest || guest.here) return null;
  const copy = (): void => void navigator.clipboard.writeText(link).then(() => tell(S.copied), () => undefined);
  return (
    <div class="strip" data-invitation>
      <span>{S.inviteText}</span>
      <input readOnly value={link} aria-label={S.inviteText} onFocus={(e) => e.currentTarget.select()} />
      <button class="small" onClick={copy}>{S.copyLink}</button>
      <button class="close" aria-label={S.close} onClick={() => (closed.value = now.id)}>×</button>
    </div>
  );
}
