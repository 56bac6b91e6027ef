// Scrolling inside a panel: scrollIntoView would move everything around it too, the frame of the page included.

/** Bring an element into the middle of the panel it is in, and move nothing else. */
export function scrollWithin(element: Element | null, panel = ".tab-body"): void {
  const body = element?.closest<HTMLElement>(panel);
  if (!element || !body) return;
  const [inner, outer] = [element.getBoundingClientRect(), body.getBoundingClientRect()];
  body.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
}
