// Small signs that no font need have.
import type { JSX } from "preact";

const PEN = { fill: "none", stroke: "currentColor", "stroke-width": "1.6", "stroke-linecap": "round" as const, "stroke-linejoin": "round" as const };

/** A bell, struck out when it does not ring. */
export function BellSign({ off = false }: { off?: boolean }): JSX.Element {
  return (
    <svg class="sign-bell" viewBox="0 0 16 16" width="15" height="15" aria-hidden="true">
      <path d="M3 12h10l-1.400-2V7a3.600 3.600 0 0 0-7.200 0v3zM6.700 14h2.600" {...PEN} />
      {off && <path d="M2 2l12 12" {...PEN} />}
    </svg>
  );
}

/** Two bars: something waits. */
export function PauseSign(): JSX.Element {
  return <svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true"><path d="M5.500 3v10M10.500 3v10" {...PEN} stroke-width="2.800" /></svg>;
}
