/** Spec section 9: the height of a table. */
export const MAX_HEIGHT = 520
export const HEAD_WIDTH = 220
const ROW_HEIGHT = 36
/** Errors of a row are shown below its cells. */
const PROBLEM_HEIGHT = 26
const OVERSCAN = 220
/** The rendered range changes only after so many pixels, not at every scroll frame; less than the overscan. */
const STEP = 108

/** Top of each row, followed by the bottom of the last one. */
export function topsOf(problems: readonly (readonly string[])[]): readonly number[] {
  const tops = [0]
  for (const list of problems) tops.push((tops.at(-1) ?? 0) + ROW_HEIGHT + (list.length > 0 ? PROBLEM_HEIGHT : 0))
  return tops
}

export function bottomOf(tops: readonly number[]): number {
  return tops.at(-1) ?? 0
}

export function steppedTop(top: number): number {
  return Math.floor(top / STEP) * STEP
}

/** The rows to render: visible ones and some around them. */
export function rowsInSight(tops: readonly number[], top: number): { readonly first: number; readonly last: number } {
  const count = tops.length - 1
  const first = tops.findIndex((_, at) => (tops[at + 1] ?? Infinity) > top - OVERSCAN)
  const end = tops.findIndex((start) => start >= top + MAX_HEIGHT + OVERSCAN)
  return { first: Math.max(0, Math.min(first, count)), last: end < 0 ? count : Math.min(end, count) }
}
