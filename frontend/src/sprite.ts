// The unit symbols, put into the page once so that every counter can use them.

export function placeSprite(text: string): void {
  const parsed = new DOMParser().parseFromString(text.replace(/ style="[^"]*"/g, ""), "image/svg+xml");
  const holder = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  holder.setAttribute("class", "sprite");
  holder.setAttribute("aria-hidden", "true");
  for (const symbol of [...parsed.documentElement.children]) holder.append(document.importNode(symbol, true));
  document.body.prepend(holder);
}
