// The few things of a browser that modules look at when they are loaded. Import it before them.

const stored = new Map<string, string>();

Object.assign(globalThis, {
  window: { setTimeout: (run: () => void, ms: number) => setTimeout(run, ms).unref() }, // a notice keeps no test waiting
  document: { documentElement: { dataset: {} } },
  location: { hash: "#/m/m1", origin: "http://page.test", pathname: "/" },
  history: { replaceState: (_data: unknown, _title: string, hash: string) => (location.hash = hash) },
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  },
  addEventListener: () => undefined,
  matchMedia: () => ({ matches: true, addEventListener: () => undefined }),
  requestAnimationFrame: () => 0,
  cancelAnimationFrame: () => undefined,
});
