import type { PrintColumn } from './print-model.ts'
import { longestWord, widthInEms } from './print-text.ts'

export interface ColumnWidths {
  readonly fontSize: number
  readonly widths: readonly number[]
}

/** Padding left and right of a cell's text, in points. */
export const CELL_PADDING = 4

const LARGEST_FONT = 8.5
const SMALLEST_FONT = 5.5
const NARROWEST = 18
/** Headings and sums are bold, which is a little wider. */
const BOLD = 1.06
/** Fits an amount of eighteen digits; a longer word is broken. */
const WIDEST_WORD_EMS = 16.5

interface Need {
  /** Width without breaking a word. */
  readonly least: number
  /** Width on one line. */
  readonly best: number
}

/**
 * Distributes a page's width among columns: numbers and the longest words get what they need, texts share the rest by
 * length. Where the words alone are too wide the font shrinks.
 */
export function columnWidths(
  columns: readonly PrintColumn[],
  rows: readonly (readonly string[])[],
  pageWidth: number,
): ColumnWidths {
  const needs = columns.map((column, index) => needOf(column, rows, index))
  for (let fontSize = LARGEST_FONT; ; fontSize -= 0.5) {
    const room = pageWidth - columns.length * 2 * CELL_PADDING
    const points = needs.map(({ least, best }) => ({
      least: Math.max(NARROWEST, least * fontSize),
      best: Math.max(NARROWEST, best * fontSize),
    }))
    const least = points.reduce((sum, need) => sum + need.least, 0)
    if (least <= room || fontSize <= SMALLEST_FONT) return { fontSize, widths: share(points, room, least) }
  }
}

function needOf(column: PrintColumn, rows: readonly (readonly string[])[], index: number): Need {
  // Headings wrap between words like texts.
  let least = longestWord(column.title) * BOLD
  let best = widthInEms(column.title) * BOLD
  for (const row of rows) {
    const text = row[index] ?? ''
    const width = widthInEms(text)
    best = Math.max(best, width)
    least = Math.max(least, column.isCode ? width * BOLD : longestWord(text))
  }
  least = Math.min(least, WIDEST_WORD_EMS)
  return { least, best: Math.max(least, best) }
}

function share(points: readonly Need[], room: number, least: number): number[] {
  // As a last resort every column shrinks in proportion, and words break.
  if (least > room) return points.map((need) => (need.least * room) / least)
  const wants = points.map((need) => need.best - need.least)
  const wanted = wants.reduce((sum, want) => sum + want, 0)
  const spare = room - least
  if (wanted <= spare) {
    // In proportion: a heading of one word needs air too, and one of two words does not need all of it.
    const all = points.reduce((sum, need) => sum + need.best, 0)
    return points.map((need) => need.best + ((spare - wanted) * need.best) / all)
  }
  // Weighted by the square root, or one long text would starve all others.
  const weights = wants.map(Math.sqrt)
  return fill(points, weights, spare)
}

/** No column gets more than it wants; the rest is distributed again. */
function fill(points: readonly Need[], weights: readonly number[], spare: number): number[] {
  const given = points.map((need) => need.least)
  let open = points.flatMap((need, index) => (need.best > need.least ? [index] : []))
  let left = spare
  while (open.length > 0 && left > 0.5) {
    const all = open.reduce((sum, index) => sum + weights[index]!, 0)
    const round = left
    for (const index of open) {
      const more = Math.min((round * weights[index]!) / all, points[index]!.best - given[index]!)
      given[index]! += more
      left -= more
    }
    open = open.filter((index) => points[index]!.best - given[index]! > 0.5)
  }
  return given
}
