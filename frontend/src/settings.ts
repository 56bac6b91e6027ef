// What a player may set once for this browser.
import { kept } from "./memory";

export const speed = kept<1 | 2 | 4>("speed", 1); // of the replay and of what others do
export const following = kept("following", true); // the map goes where something happens
export const sound = kept("sound", false);
export const confirmations = kept<"some" | "all" | "none">("confirmations", "some");
