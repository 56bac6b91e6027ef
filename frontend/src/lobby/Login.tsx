// Logging in, or opening an account, where the server asks for it.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { enter, leave, standing } from "../account";
import * as api from "../api";
import { tell } from "../notices";
import { trouble } from "../order";
import { strings as S } from "../strings";
import { Notices } from "./Notices";

/** Another password, and the end of all sessions but this one. */
function Security({ name }: { name: string }): JSX.Element {
  const change = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    api.changePassword(String(given.get("old")), String(given.get("new"))).then(() => {
      form.reset();
      tell(S.passwordChanged);
    }, trouble);
  };
  return (
    <details>
      <summary>{S.security}</summary>
      <form class="login" onSubmit={change}>
        <input type="hidden" name="username" value={name} autocomplete="username" />
        <label>{S.oldPassword}<input name="old" type="password" required autocomplete="current-password" /></label>
        <label>{S.newPassword}<input name="new" type="password" required minLength={10} autocomplete="new-password" /></label>
        <div class="buttons">
          <button class="primary">{S.changePassword}</button>
          <button type="button" class="quiet" onClick={() => void api.endSessions().then(() => tell(S.sessionsEnded), trouble)}>{S.endSessions}</button>
        </div>
      </form>
    </details>
  );
}

export function Login({ then }: { then: () => void }): JSX.Element | null {
  const [fresh, setFresh] = useState(false);
  const { asked, name } = standing.value;
  if (!asked) return null;
  if (name) {
    return (
      <div class="account">
        {S.loggedInAs(name)} <button class="small" onClick={() => void leave().then(then, trouble)}>{S.logOut}</button>
        <Notices />
        <Security name={name} />
      </div>
    );
  }
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    enter(String(given.get("name")), String(given.get("password")), fresh).then(then, trouble);
  };
  return (
    <form class="login" onSubmit={send}>
      <h2>{fresh ? S.register : S.logIn}</h2>
      <label>{S.yourName}<input name="name" required minLength={2} maxLength={32} autocomplete="username" /></label>
      <label>{S.password}<input name="password" type="password" required minLength={10} autocomplete={fresh ? "new-password" : "current-password"} /></label>
      <div class="buttons">
        <button class="primary">{fresh ? S.register : S.logIn}</button>
        <button type="button" class="quiet" onClick={() => setFresh(!fresh)}>{fresh ? S.logIn : S.register}</button>
      </div>
    </form>
  );
}
