// "Your turn" in the title, the favicon and, if wanted, a notification.
import { effect } from "@preact/signals";
import { kept } from "./memory";
import { unread } from "./news";
import { speak } from "./notices";
import { strings as S } from "./strings";
import { asked, match, myTurn } from "./table";

export const notifyWanted = kept("notify", false);

export async function toggleNotify(): Promise<void> {
  if (notifyWanted.value) notifyWanted.value = false;
  else if ("Notification" in window) notifyWanted.value = (await Notification.requestPermission()) === "granted";
}

/** Keep title, favicon and notifications true to whose turn it is. */
export function showTurn(): void {
  let before = false;
  let prompt = "";
  effect(() => {
    const now = match.value;
    const mine = myTurn.value;
    document.title = now ? `${unread.value || now.proposal ? "✉ " : ""}${mine ? `● ${S.yourTurn}: ` : ""}${now.title || S.name}` : S.name;
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    const file = mine ? "favicon-turn.svg" : "favicon.svg";
    if (icon && !icon.href.endsWith(file)) icon.href = `/static/${file}`;
    if (mine && !before && document.hidden && notifyWanted.value && now) {
      new Notification(S.name, { body: S.notified(now.title), tag: now.id });
    }
    before = mine;
    const said = asked.value ? `${S.title(asked.value.side)}: ${asked.value.prompt}` : "";
    if (said && said !== prompt) speak(said);
    prompt = said;
  });
}
