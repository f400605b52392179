import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { cellText, type ReadLimits, type SheetRow } from '../cell.ts'
import { excelErrors } from '../excel.errors.ts'
import { SheetRows } from '../write/sheet-rows.ts'
import { bomb, notWorkbook, unpack, type ZipEntry } from './unzip.ts'
import {
  PartReader,
  type Relationship,
  readDateStyles,
  readRelationships,
  readSharedStrings,
  readSheetList,
} from './workbook-parts.ts'

export interface ParseRequest {
  readonly kind: 'xlsx' | 'csv'
  readonly limits: ReadLimits
  /** Name of the sheet; by default the first visible one. */
  readonly sheet?: string
}

/** Most shared texts that a workbook may have, for any reader; and the limit for any file. */
const MOST_TEXTS = 4_000_000
const SOME_TEXTS = 100_000

/** Receives rows as they are found. */
export interface RowReceiver {
  row(row: SheetRow): void
  warn(warning: Refusal): void
  /** Called now and then between rows: reading continues when it resolves. */
  rest(): Promise<void>
}

/** Reads one sheet and passes on each filled row as it is found, the header first. */
export async function parseWorkbook(
  bytes: Uint8Array,
  entries: ReadonlyMap<string, ZipEntry>,
  request: ParseRequest,
  sink: RowReceiver,
): Promise<void> {
  const allowance = { bytesLeft: request.limits.maxUncompressedBytes }
  const workbook = await openSheets(new PartReader(entries, (entry) => unpack(bytes, entry, allowance)))
  const chosen =
    request.sheet === undefined
      ? workbook.sheets.find((sheet) => !sheet.hidden)
      : workbook.sheets.find((sheet) => sheet.name === request.sheet)
  if (!chosen)
    throw request.sheet === undefined ? notWorkbook() : new Refused(excelErrors.sheetMissing({ sheet: request.sheet }))
  await workbook.read(
    chosen,
    request.limits,
    (row) => sink.row(row),
    () => sink.rest(),
  )
}

export interface OpenSheet {
  readonly name: string
  readonly hidden: boolean
  readonly path: string
}

export interface OpenWorkbook {
  /** Readable sheets in the order of their tabs. */
  readonly sheets: readonly OpenSheet[]
  read(sheet: OpenSheet, limits: ReadLimits, emit: (row: SheetRow) => void, rest?: () => Promise<void>): Promise<void>
}

/**
 * Finds the sheets of a workbook; their rows are read one sheet at a time. A preview passes how many shared texts it
 * keeps: programs write them in the order of the cells that use them, and a cell that needs a later one is refused.
 */
export async function openSheets(parts: PartReader, fewTexts?: number): Promise<OpenWorkbook> {
  if (!parts.has('_rels/.rels')) throw notWorkbook()
  const workbook = (await readRelationships(parts, '')).find((part) => part.type === 'officeDocument')
  if (!workbook) throw notWorkbook()
  const { sheets, from1904 } = await readSheetList(parts, workbook.target)
  const related = await readRelationships(parts, workbook.target)
  const sheetPaths = new Map(related.filter((part) => part.type === 'worksheet').map((part) => [part.id, part.target]))
  return {
    sheets: sheets.flatMap(({ name, hidden, relationship }) => {
      const path = sheetPaths.get(relationship)
      return path === undefined ? [] : [{ name, hidden, path }]
    }),
    async read({ path }, limits, emit, rest) {
      const strings = pathOf(related, 'sharedStrings', parts)
      const styles = pathOf(related, 'styles', parts)
      const isPartly = fewTexts !== undefined
      const most = fewTexts ?? mostTexts(limits)
      const context = {
        sharedStrings: strings === undefined ? [] : await readSharedStrings(parts, strings, most, isPartly),
        dateStyles: styles === undefined ? [] : await readDateStyles(parts, styles),
        from1904,
      }
      const rows = new SheetRows(limits, context, emit)
      const isCut = isPartly && context.sharedStrings.length === most
      await parts.read(path, rows, rest).catch((error: unknown) => {
        throw isCut && error instanceof Refused && error.first.key === notWorkbook().first.key ? bomb() : error
      })
      rows.finish()
    },
  }
}

function pathOf(related: readonly Relationship[], type: string, parts: PartReader): string | undefined {
  const path = related.find((part) => part.type === type)?.target
  return path !== undefined && parts.has(path) ? path : undefined
}

/** One per readable cell, plus some for cells that are not read. */
function mostTexts({ maxRows, maxColumns }: ReadLimits): number {
  return Math.min(MOST_TEXTS, Math.max(SOME_TEXTS, (maxRows + 1) * maxColumns))
}

export function headerOf(row: SheetRow): string[] {
  return row.cells.map((cell) => (cell.kind === 'formula' || cell.kind === 'error' ? '' : cellText(cell).trim()))
}
