// Who is logged in, on servers that ask for it; at home nobody has to.
import { signal } from "@preact/signals";
import * as api from "./api";

export interface Standing {
  asked: boolean; // this server wants people to log in
  name: string;
}

export const standing = signal<Standing>({ asked: false, name: "" });

/** Find out whether we must log in, and whether we have. */
export async function whoAmI(): Promise<void> {
  standing.value = await api.account();
}

export async function enter(name: string, password: string, fresh: boolean): Promise<void> {
  standing.value = { asked: true, name: (await api.login(name, password, fresh)).name };
}

export async function leave(): Promise<void> {
  await api.logout();
  await whoAmI();
}
