import type { Tx } from '#kernel/platform/db/tx.ts'
import { type Cell, cellText, emptyCell } from '#kernel/platform/excel/cell.ts'
import type { Columns } from '#kernel/platform/excel/columns.ts'
import { type CellError, type ParsedRow, rowParser, typedCell } from '#kernel/platform/excel/read/parse-rows.ts'
import type { ImportDefinition, Importer, ImportRow } from './import-definition.ts'
import type { RowProblem, StagedRow } from './import-rows.ts'
import type { ImportValues } from './import-wire.ts'

/** A row before it is checked: raw, and parsed. */
export interface RowToCheck {
  readonly row: number
  readonly texts: StagedRow['texts']
  readonly kinds: StagedRow['kinds']
  readonly edited: StagedRow['edited']
  /** Null where a cell could not be parsed. */
  readonly values: ImportValues | null
  /** The values of the cells that could be parsed, where another could not. */
  readonly readable?: ImportValues
  readonly errors: readonly CellError[]
  /** Cells that were read differently from how they are written. */
  readonly doubts: readonly CellError[]
}

/** As much as a cell of Excel holds. */
const KEPT_LENGTH = 32_767

/** The stored form of a row's cells. A text cell is its text; other kinds store both. */
export function keptCells(cells: Partial<Readonly<Record<string, Cell>>>): Pick<RowToCheck, 'texts' | 'kinds'> {
  const texts: Record<string, string> = {}
  let kinds: Record<string, Cell['kind']> | null = null
  for (const [column, cell] of Object.entries(cells)) {
    if (!cell) continue
    texts[column] = cellText(cell).slice(0, KEPT_LENGTH)
    if (cell.kind !== 'text') (kinds ??= {})[column] = cell.kind
  }
  return { texts, kinds }
}

/**
 * Parses rows that a person corrected: edited cells are text, unedited ones keep their kind, formula or number. Null where nothing is left.
 */
export function mendedReader(columns: Columns): (row: Mended) => RowToCheck | null {
  const parser = rowParser(
    columns.map(({ titles }) => titles.en),
    columns,
    'en',
  )
  return ({ row, texts, kinds, edited }) => {
    const cells = columns.map(({ key }) => cellNow({ texts, kinds, edited }, key))
    const read = parser.parse({ row, cells })
    return read && { row, texts, kinds, edited, ...readOf(read) }
  }
}

/** A cell of a stored row: the correction, else the cell of the file. */
export function cellNow({ texts, kinds, edited }: Omit<Mended, 'row'>, column: string): Cell {
  const mended = edited?.[column]
  if (mended !== undefined) return typedCell(mended)
  const text = texts[column] ?? ''
  return text === '' ? emptyCell : ({ kind: kinds?.[column] ?? 'text', text } as Cell)
}

type Mended = Pick<StagedRow, 'row' | 'texts' | 'kinds' | 'edited'>

export function readOf(read: ParsedRow<Columns>): Pick<RowToCheck, 'values' | 'readable' | 'errors' | 'doubts'> {
  const { warnings: doubts } = read
  if (read.ok) return { values: read.values, errors: [], doubts }
  const { errors, texts } = read
  const broken = new Set(errors.map(({ column }) => column))
  const readable = Object.entries(texts).map(([key, text]) => [key, broken.has(key) || text === '' ? null : text])
  return { values: null, readable: Object.fromEntries(readable) as ImportValues, errors, doubts }
}

/** The further errors of rows with unreadable cells, by row. */
async function restOf(
  tx: Tx,
  importer: Importer,
  definition: ImportDefinition,
  rows: readonly RowToCheck[],
): Promise<ReadonlyMap<number, readonly CellError[]>> {
  const broken = rows.flatMap(({ row, readable, errors }) =>
    readable ? [{ row, values: readable, unreadable: new Set(errors.map(({ column }) => column)) }] : [],
  )
  const found = broken.length > 0 ? await definition.checkRest?.(tx, importer, broken) : []
  return Map.groupBy(found ?? [], ({ row }) => row)
}

/** Checks rows against their facts, all at once, and returns them in stored form. */
export async function checkRows(
  tx: Tx,
  importer: Importer,
  definition: ImportDefinition,
  rows: readonly RowToCheck[],
): Promise<StagedRow[]> {
  const good: ImportRow[] = rows.flatMap(({ row, values }) => (values ? [{ row, values }] : []))
  const checked = good.length > 0 ? await definition.check(tx, importer, good) : []
  const outcomes = new Map(checked.map((outcome) => [outcome.row, outcome]))
  const rest = await restOf(tx, importer, definition, rows)
  return rows.map((row) => {
    const { texts, kinds, edited, errors, doubts, values: parsed } = row
    const kept = { row: row.row, texts, kinds, edited }
    if (!parsed) return { ...kept, ...BAD, errors: [...errors, ...(rest.get(row.row) ?? [])].map(problem) }
    const outcome = outcomes.get(row.row)
    if (!outcome) throw new Error(`${definition.name} did not check row ${row.row}`)
    const part = definition.parts?.of(parsed, importer.params) ?? null
    if ('errors' in outcome) return { ...kept, ...BAD, parsed, part, errors: outcome.errors.map(problem) }
    const { action, key, before, after } = outcome
    const asks = (outcome.asks ?? []).map((each) => ({ ...problem(each), asks: true as const }))
    const warnings = [...asks, ...[...doubts, ...(outcome.warnings ?? [])].map(problem)]
    return {
      ...kept,
      parsed: outcome.values ?? parsed,
      action,
      key,
      before,
      after,
      basis: outcome.basis ?? null,
      part,
      errors: null,
      warnings: warnings.length > 0 ? warnings : null,
    }
  })
}

const BAD = {
  parsed: null,
  action: 'bad',
  key: null,
  before: null,
  after: null,
  basis: null,
  part: null,
  warnings: null,
} as const

function problem({ column, key, params }: CellError): RowProblem {
  return { column, key, params }
}
