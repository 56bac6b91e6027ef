// Logging in, or opening an account, where the server asks for it.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { enter, leave, standing } from "../account";
import { trouble } from "../order";
import { strings as S } from "../strings";

export function Login({ then }: { then: () => void }): JSX.Element | null {
  const [fresh, setFresh] = useState(false);
  const { asked, name } = standing.value;
  if (!asked) return null;
  if (name) {
    return <p class="account">{S.loggedInAs(name)} <button class="small" onClick={() => void leave().then(then, trouble)}>{S.logOut}</button></p>;
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
