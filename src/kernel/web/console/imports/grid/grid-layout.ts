/** Spec section 9: the height of a table. */
export const MAX_HEIGHT = 520
export const HEAD_WIDTH = 220
const ROW_HEIGHT = 36
/** What is wrong with a row stands under its cells. */
const PROBLEM_HEIGHT = 26
const OVERSCAN = 220
/** What is drawn changes by so many pixels, and not at every frame of a scroll; less than what is drawn beyond sight. */
const STEP = 108

/** Where each row begins, and at the end where the last one ends. */
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

/** The rows to draw: those in sight and some around them. */
export function rowsInSight(tops: readonly number[], top: number): { readonly first: number; readonly last: number } {
  const count = tops.length - 1
  const first = tops.findIndex((_, at) => (tops[at + 1] ?? Infinity) > top - OVERSCAN)
  const end = tops.findIndex((start) => start >= top + MAX_HEIGHT + OVERSCAN)
  return { first: Math.max(0, Math.min(first, count)), last: end < 0 ? count : Math.min(end, count) }
}
