// Who is logged in, on servers that ask for it; at home nobody has to.
import { signal } from "@preact/signals";
import * as api from "./api";
import { setWatch } from "./clock";

export interface Standing {
  asked: boolean; // this server wants people to log in
  name: string;
}

export const standing = signal<Standing>({ asked: false, name: "" });

let known: Promise<void> | null = null;

/** Find out whether we must log in, and whether we have. */
export function whoAmI(): Promise<void> {
  known = api.account().then((found) => {
    standing.value = found;
    setWatch(found.time);
  });
  return known;
}

/** Whether the server will answer us: it asks for nobody's name, or it knows ours. */
export async function welcome(): Promise<boolean> {
  await known;
  return !standing.value.asked || standing.value.name !== "";
}

export async function enter(name: string, password: string, fresh: boolean): Promise<void> {
  standing.value = { asked: true, name: (await api.login(name, password, fresh)).name };
}

export async function leave(): Promise<void> {
  await api.logout();
  await whoAmI();
}
