// How a member is told that it is their turn: this browser, mail, a webhook. All off until asked for.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import * as api from "../api";
import type { NoticesMessage, WantedNotices } from "../messages";
import { tell } from "../notices";
import { trouble } from "../order";
import { canPush, subscribe, subscribed, unsubscribe } from "../push";
import { strings as S } from "../strings";

const told = signal<NoticesMessage | null>(null);

function take(found: NoticesMessage | null): void {
  if (found) told.value = found;
}

function change(wanted: WantedNotices): Promise<void> {
  return api.changeNotices(wanted).then(take, trouble);
}

function Push({ now }: { now: NoticesMessage }): JSX.Element | null {
  const [here, setHere] = useState(false);
  useEffect(() => void subscribed().then((found) => setHere(!!found), () => undefined), [now]);
  if (!now.can_push) return <p class="fine">{S.noPush}</p>;
  if (!canPush()) return <p class="fine">{S.browserNoPush}</p>;
  const toggle = (): void => void (here ? unsubscribe() : subscribe(now.push_key)).then((found) => (found ? take(found) : tell(S.pushRefused)), () => tell(S.pushRefused));
  return (
    <p>
      <label class="check"><input type="checkbox" data-push checked={here} onChange={toggle} /> {S.tellBrowser}</label>
      {now.browsers > 0 && <small class="fine"> {S.browsersTold(now.browsers)}</small>}
    </p>
  );
}

function MailForm({ now }: { now: NoticesMessage }): JSX.Element {
  if (!now.can_mail) return <p class="fine">{S.noMail}</p>;
  if (now.mail && now.confirmed) {
    return <p data-mail>{S.mailTo(now.mail)} <button class="small" onClick={() => void change({ mail: "" })}>{S.switchOff}</button></p>;
  }
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    void change({ mail: String(new FormData(event.currentTarget as HTMLFormElement).get("mail")) });
  };
  const confirm = (event: SubmitEvent): void => {
    event.preventDefault();
    api.confirmMail(String(new FormData(event.currentTarget as HTMLFormElement).get("code"))).then(take, trouble);
  };
  return (
    <>
      <form class="row" onSubmit={send}>
        <label>{S.mailAddress}<input name="mail" type="email" required maxLength={254} defaultValue={now.mail} autocomplete="email" /></label>
        <button>{S.sendCode}</button>
      </form>
      {now.mail && (
        <form class="row" onSubmit={confirm}>
          <label>{S.mailCode(now.mail)}<input name="code" required inputMode="numeric" autocomplete="one-time-code" maxLength={12} /></label>
          <button class="primary">{S.confirmCode}</button>
        </form>
      )}
    </>
  );
}

function Webhook({ now }: { now: NoticesMessage }): JSX.Element {
  if (now.webhook) {
    return <p data-webhook>{S.webhookTo(now.webhook, now.form)} <button class="small" onClick={() => void change({ webhook: "" })}>{S.switchOff}</button></p>;
  }
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    void change({ webhook: String(given.get("webhook")), form: String(given.get("form")) });
  };
  return (
    <form class="row" onSubmit={send}>
      <label>{S.webhook}<input name="webhook" type="url" required maxLength={600} placeholder="https://discord.com/api/webhooks/…" autocomplete="off" /></label>
      <label>{S.webhookForm}<select name="form">{Object.entries(S.webhookForms).map(([form, name]) => <option key={form} value={form}>{name}</option>)}</select></label>
      <button>{S.switchOn}</button>
    </form>
  );
}

export function Notices(): JSX.Element {
  const [open, setOpen] = useState(false);
  useEffect(() => void (open && api.notices().then(take, trouble)), [open]);
  const now = told.value;
  return (
    <details class="notices" data-notices onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{S.notices}</summary>
      {now && (
        <>
          <p class="fine">{S.noticesHint}</p>
          <Push now={now} />
          <MailForm now={now} />
          <Webhook now={now} />
          <p><label class="check"><input type="checkbox" data-invitations checked={now.invitations} onChange={(e) => void change({ invitations: e.currentTarget.checked })} /> {S.mayInvite}</label></p>
          {(now.confirmed || now.webhook || now.browsers > 0) && <button data-try onClick={() => void api.tryNotices().then(() => tell(S.noticeSent), trouble)}>{S.tryNotices}</button>}
        </>
      )}
    </details>
  );
}
