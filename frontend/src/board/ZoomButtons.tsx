// Buttons to zoom, for those without a wheel, and to take several stacks, for those without Shift.
import type { JSX } from "preact";
import { cursor } from "../pointing";
import { strings as S } from "../strings";
import { chosenUnits } from "../order";
import { asked, unitsById } from "../table";
import { drawNext, lasso } from "../troop";
import { fit, show, zoomMiddle } from "./camera";

/** Bring the chosen unit, or the cursor, into the middle. */
export function showChosen(): void {
  const at = unitsById.value.get(chosenUnits.value[0] ?? "")?.hex || cursor.value;
  if (at) show([at], 1.3);
}

export function ZoomButtons(): JSX.Element {
  return (
    <div class="zoom" data-float>
      <button onClick={() => zoomMiddle(1.35)} aria-label={S.zoomIn} title={`${S.zoomIn} (+)`}>+</button>
      <button onClick={() => zoomMiddle(1 / 1.35)} aria-label={S.zoomOut} title={`${S.zoomOut} (−)`}>−</button>
      <button onClick={() => fit()} aria-label={S.fit} title={`${S.fit} (0)`}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4" fill="none" stroke="currentColor" stroke-width="1.8" />
        </svg>
      </button>
      <button onClick={showChosen} aria-label={S.zoomToUnit} title={`${S.zoomToUnit} (.)`}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <circle cx="8" cy="8" r="4" fill="none" stroke="currentColor" stroke-width="1.8" />
          <path d="M8 0v5M8 11v5M0 8h5M11 8h5" stroke="currentColor" stroke-width="1.8" />
        </svg>
      </button>
      {asked.value && (
        <button class="lasso" data-lasso aria-pressed={lasso.value} onClick={drawNext} aria-label={S.lasso} title={S.lasso}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M2 3h12v10H2z" fill="none" stroke="currentColor" stroke-width="1.8" stroke-dasharray="3 2.2" />
          </svg>
        </button>
      )}
    </div>
  );
}
