/** Spec section 9: mobile mode under 1024 px, with a tolerance of 3 px. */
const NARROW_BELOW = 1024
const TOLERANCE = 3

/** A window up to the tolerance wider than the limit still counts as narrow: 1026 px is narrow, 1027 px is not. */
export function isNarrow(width: number): boolean {
  return width - TOLERANCE < NARROW_BELOW
}
