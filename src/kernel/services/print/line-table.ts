import type { Content, CustomTableLayout, TableCell } from 'pdfmake'
import { CELL_PADDING, columnWidths, type ColumnWidths } from './column-widths.ts'
import type { PrintModel, PrintTable } from './print-model.ts'
import { fittingPart } from './print-text.ts'

/**
 * Most lines of text in a cell. A row is never split, so it has to fit on a page beside the repeated head; a longer
 * text is cut here and printed in full after the table.
 */
const MOST_LINES = 24

interface Cut {
  readonly row: string
  readonly column: string
  readonly text: string
}

/** The lines of a document: the head on every page, unsplit rows, sums at the end; then texts too long for a cell. */
export function lineTable(
  lines: PrintTable,
  texts: PrintModel['texts'],
  width: number,
  tableLayout: CustomTableLayout,
): { readonly table: Content; readonly after: readonly Content[] } {
  if (lines.rows.length === 0) return { table: { text: texts.noLines }, after: [] }
  const sums = sumRow(lines, texts.sum)
  const wide = columnWidths(lines.columns, sums ? [...lines.rows, ...sumTexts(lines)] : lines.rows, width)
  const cuts: Cut[] = []
  const body = [
    lines.columns.map((column): TableCell => ({
      text: column.title,
      bold: true,
      alignment: column.align,
      color: '#5b667a',
    })),
    ...lines.rows.map((row) => rowCells(lines, row, wide, cuts, texts.inFull)),
    ...(sums ? [sums] : []),
  ]
  return {
    table: {
      fontSize: wide.fontSize,
      lineHeight: 1,
      table: {
        headerRows: 1,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        widths: wide.widths.map(
          (points, index) => points + (index === 0 || index === wide.widths.length - 1 ? CELL_PADDING : 0),
        ),
        body,
      },
      layout: tableLayout,
    },
    after: fullTexts(cuts, texts.fullTexts),
  }
}

function rowCells(
  lines: PrintTable,
  row: readonly string[],
  wide: ColumnWidths,
  cuts: Cut[],
  inFull: string,
): TableCell[] {
  return row.map((text, index) => {
    const column = lines.columns[index]!
    const shown = fittingPart(text, wide.widths[index]! / wide.fontSize, MOST_LINES)
    if (shown !== text) cuts.push({ row: row[0] ?? '', column: column.title, text })
    const full = shown === text ? text : `${shown} ${inFull}`
    return column.align === 'right' ? { text: full, alignment: 'right' } : full
  })
}

/** The label spans all columns before the first sum. */
function sumRow(lines: PrintTable, label: string): TableCell[] | null {
  const first = lines.sums[0]?.column
  if (first === undefined) return null
  return lines.columns.map((_, index): TableCell => {
    if (index === 0) return { text: label, bold: true, colSpan: first }
    const sum = lines.sums.find((each) => each.column === index)
    return sum ? { text: sum.values.join('\n'), bold: true, alignment: 'right' } : ''
  })
}

/** The texts that the sums need in their columns. */
function sumTexts(lines: PrintTable): string[][] {
  const most = Math.max(...lines.sums.map((sum) => sum.values.length))
  return Array.from({ length: most }, (_, line) =>
    lines.columns.map((_column, index) => lines.sums.find((sum) => sum.column === index)?.values[line] ?? ''),
  )
}

function fullTexts(cuts: readonly Cut[], title: string): Content[] {
  if (cuts.length === 0) return []
  return [
    { text: title, bold: true, margin: [0, 12, 0, 4] },
    ...cuts.map((cut): Content => ({
      fontSize: 8,
      margin: [0, 0, 0, 6],
      text: [{ text: `${cut.row} · ${cut.column}   `, bold: true }, cut.text],
    })),
  ]
}
