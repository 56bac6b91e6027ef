// The service worker: shows what the server has to say when no page is open, and opens the match on a click.
self.addEventListener("push", (event) => {
  let said = { text: "", link: "", tag: "" };
  try {
    said = { ...said, ...event.data.json() };
  } catch {
    return;
  }
  const shown = { body: said.text, tag: said.tag || "grognard", icon: "/static/favicon-turn.svg", data: said };
  event.waitUntil(self.registration.showNotification("Grognard", shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const tag = String(event.notification.data?.tag ?? "");
  const path = /^[0-9a-f]+$/.test(tag) ? `/#/m/${tag}` : "/"; // never another site, whatever was sent
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const there = pages.find((page) => page.url.endsWith(path));
    await (there ? there.focus() : self.clients.openWindow(path));
  })());
});
