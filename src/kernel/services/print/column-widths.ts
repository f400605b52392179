import type { PrintColumn } from './print-model.ts'
import { longestWord, widthInEms } from './print-text.ts'

export interface ColumnWidths {
  readonly fontSize: number
  readonly widths: readonly number[]
}

/** Padding left and right of a cell's text, in points. */
export const CELL_PADDING = 4

const LARGEST_FONT = 8.5
/** Smaller type is worth it where it keeps texts on one line. */
const SMALL_FONT = 7
const SMALLEST_FONT = 5.5
const NARROWEST = 18
/** Headings and sums are bold, which is a little wider. */
const BOLD = 1.06
/** Fits an amount of eighteen digits; a longer word is broken. */
const WIDEST_WORD_EMS = 16.5

interface Need {
  /** Width without breaking a word. */
  readonly least: number
  /** Width on one line of what stands below the heading, which may wrap. */
  readonly body: number
  /** Width on one line, with the heading. */
  readonly best: number
}

/**
 * Distributes a page's width among columns: numbers and the longest words get what they need, texts share the rest by
 * length. The font shrinks a little where all texts then stand on one line, and further where the words alone are too wide.
 */
export function columnWidths(
  columns: readonly PrintColumn[],
  rows: readonly (readonly string[])[],
  pageWidth: number,
): ColumnWidths {
  const needs = columns.map((column, index) => needOf(column, rows, index))
  const room = pageWidth - columns.length * 2 * CELL_PADDING
  const pointsAt = (fontSize: number) =>
    needs.map(({ least, body, best }) => ({
      least: Math.max(NARROWEST, least * fontSize),
      body: Math.max(NARROWEST, body * fontSize),
      best: Math.max(NARROWEST, best * fontSize),
    }))
  const sizes = Array.from({ length: (LARGEST_FONT - SMALLEST_FONT) * 2 + 1 }, (_, step) => LARGEST_FONT - step / 2)
  const fits = (of: 'least' | 'body') => (fontSize: number) => sumOf(pointsAt(fontSize), of) <= room
  const fontSize =
    sizes.filter((size) => size >= SMALL_FONT).find(fits('body')) ?? sizes.find(fits('least')) ?? SMALLEST_FONT
  return { fontSize, widths: share(pointsAt(fontSize), room) }
}

const sumOf = (points: readonly Need[], of: keyof Need): number => points.reduce((sum, need) => sum + need[of], 0)

function needOf(column: PrintColumn, rows: readonly (readonly string[])[], index: number): Need {
  // Headings wrap between words like texts.
  let least = longestWord(column.title) * BOLD
  let body = 0
  for (const row of rows) {
    const text = row[index] ?? ''
    const width = widthInEms(text)
    body = Math.max(body, width)
    least = Math.max(least, column.isCode ? width * BOLD : longestWord(text))
  }
  least = Math.min(least, WIDEST_WORD_EMS)
  body = Math.max(least, body)
  return { least, body, best: Math.max(body, widthInEms(column.title) * BOLD) }
}

function share(points: readonly Need[], room: number): number[] {
  const least = sumOf(points, 'least')
  // As a last resort every column shrinks in proportion, and words break.
  if (least > room) return points.map((need) => (need.least * room) / least)
  const all = sumOf(points, 'best')
  // In proportion: a heading of one word needs air too, and one of two words does not need all of it.
  if (all <= room) return points.map((need) => need.best + ((room - all) * need.best) / all)
  // What stands below the headings comes first, then headings on one line.
  const shared = filled(points, 'least', 'body', room - least)
  const body = points.map((need, index) => ({ ...need, body: shared[index]! }))
  return filled(body, 'body', 'best', room - sumOf(body, 'body'))
}

/** Widens columns from one need towards another. None gets more than it wants; the rest is distributed again. */
function filled(points: readonly Need[], from: keyof Need, to: keyof Need, spare: number): number[] {
  const given = points.map((need) => need[from])
  // Weighted by the square root, or one long text would starve all others.
  const weights = points.map((need) => Math.sqrt(Math.max(0, need[to] - need[from])))
  let open = points.flatMap((need, index) => (need[to] > need[from] ? [index] : []))
  let left = spare
  while (open.length > 0 && left > 0.5) {
    const all = open.reduce((sum, index) => sum + weights[index]!, 0)
    const round = left
    for (const index of open) {
      const more = Math.min((round * weights[index]!) / all, points[index]![to] - given[index]!)
      given[index]! += more
      left -= more
    }
    open = open.filter((index) => points[index]![to] - given[index]! > 0.5)
  }
  return given
}
