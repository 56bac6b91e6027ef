// Web push: this browser is told though no page is open, if it can and somebody asks for it.
import * as api from "./api";
import type { NoticesMessage } from "./messages";

export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function text(key: ArrayBuffer | null): string {
  return btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The subscription of this browser, if it has one. */
export async function subscribed(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  return (await (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription()) ?? null;
}

/** Ask the browser, and tell the server where to reach it; null if the person said no. */
export async function subscribe(key: string): Promise<NoticesMessage | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const worker = await navigator.serviceWorker.register("/sw.js");
  await navigator.serviceWorker.ready;
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  return api.tellBrowser({ endpoint: found.endpoint, p256dh: text(found.getKey("p256dh")), auth: text(found.getKey("auth")) });
}

/** Be told no more here. */
export async function unsubscribe(): Promise<NoticesMessage | null> {
  const found = await subscribed();
  if (!found) return null;
  const told = await api.spareBrowser({ endpoint: found.endpoint });
  await found.unsubscribe();
  return told;
}
