import type { Tx } from '#kernel/platform/db/tx.ts'
import type { RawContent } from '#kernel/engine/definition/content.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import type { CellError } from '#kernel/platform/excel/read/parse-rows.ts'
import { actOn, type Draft, refusalOf } from '#kernel/services/imports/draft-acts.ts'
import type {
  AppliedRow,
  ImportDefinition,
  Importer,
  ImportRow,
  UndoRow,
} from '#kernel/services/imports/import-definition.ts'
import {
  checkedLines,
  type ImportedLine,
  importedLines,
  type LineFile,
  readableLines,
  restOfLines,
} from './line-file.server.ts'

/**
 * Imports lines of a document up to its limit: checked by the rules of the form's parse call, saved as one draft
 * through the action runner. A draft is complete or not created.
 */
export function draftImport<H extends object, L extends object>(file: LineFile<H, L>): ImportDefinition {
  const { definition } = file.document
  const edit = definition.pages.edit
  return {
    name: file.kind,
    right: file.right,
    title: (language) => file.texts[language].title,
    params: file.params,
    columns: (params) => file.columns(params),
    templateColumns: (params) => file.templateColumns(params),
    maxRows: definition.lineLimits.file,
    isWhole: true,
    lists: file.lists,
    notes: (language) => file.texts[language].lines,
    example: file.example,
    open: async (tx, importer) => void (await headerFor(tx, file, importer)),
    check: async (tx, importer, rows) => {
      const byRow = Map.groupBy(inFile(await checkedRows(tx, file, importer, rows)), ({ row }) => row)
      return rows.map(({ row, values }) => {
        // Equal lines are found over the whole file, by key, and reported with their rows.
        const own = (byRow.get(row) ?? []).flatMap(({ errors }) => errors.filter(({ key }) => key !== file.repeated))
        if (own.length > 0) return { row, errors: own }
        const key = file.keyOf(file.lineOf((column) => values[column] ?? ''))
        return { row, action: 'create', key, before: null, after: values }
      })
    },
    checkRest: async (tx, importer, rows) => {
      const header = await headerFor(tx, file, importer)
      return await restOfLines(tx, file, importer, header, rows)
    },
    apply: async (tx, importer, rows) => {
      const lines = await checkedRows(tx, file, importer, rows)
      const broken = new Map(
        inFile(lines).flatMap(({ row, errors: [error] }) => (error ? [[row, error] as const] : [])),
      )
      if (broken.size > 0)
        return rows.map(({ row }) => {
          const error = broken.get(row)
          return error ? noLonger(row, error) : { row, undo: null }
        })
      const header = await headerFor(tx, file, importer)
      const raw = { ...header, lines: readableLines(file, lines), source: 'file' }
      const { id, no, version } = await actOn(tx, file.document, importer, { action: 'save', raw })
      const undo: Draft = { id, no, version }
      return rows.map(({ row }) => ({ row, undo }))
    },
    undo: async (tx, importer, rows) => {
      const draft = draftOf(rows)
      if (!draft) return []
      const { id, version } = draft
      const refusal = await refusalOf(actOn(tx, file.document, importer, { action: 'delete', id, version }))
      return rows.map(({ row }) => (refusal ? { row, refusal } : { row, undo: null }))
    },
    changes: [definition.name],
    result: ({ params }, applied) => {
      const draft = draftOf(applied)
      return draft && edit ? withQuery(edit, { ...file.addressOf(params), applyNo: draft.no }) : null
    },
  }
}

/** Read again each time: the person may have lost the region since the upload. */
async function headerFor<H, L>(tx: Tx, file: LineFile<H, L>, importer: Importer): Promise<H> {
  const area = await file.areaOf(importer, tx, String(importer.params['idcCode']))
  return file.headerOf(importer.params as RawContent, area)
}

async function checkedRows<H, L>(
  tx: Tx,
  file: LineFile<H, L>,
  importer: Importer,
  rows: readonly ImportRow[],
): Promise<ImportedLine[]> {
  const header = await headerFor(tx, file, importer)
  const read = rows.map(({ row, values }) => ({ row, ok: true as const, values, warnings: [] }))
  return await checkedLines(tx, file, importer, header, importedLines(file.columns(importer.params), read))
}

/** The line that another repeats is counted as the file numbers it. */
function inFile(lines: readonly ImportedLine[]): ImportedLine[] {
  return lines.map((line) => ({
    ...line,
    errors: line.errors.map((error) => {
      const first = error.params['first']
      const earlier = typeof first === 'number' ? lines[first - 1] : undefined
      return earlier ? { ...error, params: { ...error.params, first: earlier.row } } : error
    }),
  }))
}

/** A row that was valid when checked, and is no longer. */
export function noLonger(row: number, { key, params, column }: CellError): AppliedRow {
  return { row, refusal: { key, status: 409, params, field: column } }
}

function draftOf(rows: readonly Pick<UndoRow, 'undo'>[]): Draft | null {
  return (rows[0]?.undo as Draft | undefined) ?? null
}
