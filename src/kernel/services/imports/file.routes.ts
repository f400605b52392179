import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { reading, type TransactionPool, type Tx } from '#kernel/platform/db/tx.ts'
import type { Columns } from '#kernel/platform/excel/columns.ts'
import { SHEET_TYPES } from '#kernel/platform/excel/media-types.ts'
import { type ErrorRow, errorWorkbookStream } from '#kernel/platform/excel/write/write-errors.ts'
import { templateWorkbook } from '#kernel/platform/excel/write/write-template.ts'
import { defineFileRoute, type FileAnswer, type Route } from '#kernel/platform/http/route.ts'
import { importTexts } from './import-texts.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { cellNow } from './check-rows.ts'
import type { ImportDefinition } from './import-definition.ts'
import { type KeptRow, problemsAfter, rowsAfter } from './import-rows.ts'
import type { ImportRun } from './import-run.ts'
import { messageOf } from './import-view.ts'
import { type ImportServices, mustSeeRows } from './importer.ts'
import { ownRun } from './import.routes.ts'
import { readParams } from './params.ts'

const OWN = { signedIn: 'of one’s own imports; each kind asks for its own right' }

/** The import templates, one address for each kind, with its right. */
export function templateRoutes(definitions: readonly ImportDefinition[]): Route[] {
  return definitions.map((definition) =>
    defineFileRoute({
      method: 'GET',
      path: `/aps/template/import/${definition.name}.xlsx`,
      right: definition.right,
      summary: `${definition.name}: workbook to fill in, with drop-down lists, notes and an example`,
      mode: 'file',
      query: Type.Object({ params: Type.Optional(Type.String({ maxLength: 4000, description: 'JSON' })) }),
      handler: (tx, context, { query }) => template(tx, context, definition, query.params),
    }),
  )
}

async function template(
  tx: Tx,
  context: RequestContext,
  definition: ImportDefinition,
  json: string | undefined,
): Promise<FileAnswer> {
  const { principal, language, now, requestId } = context
  // Without parameters the template has all columns.
  const params = json === undefined ? {} : readParams(definition, json)
  const importer = { principal, language, params, now, requestId }
  if (json !== undefined) await definition.open?.(tx, importer)
  const columns = (json === undefined ? undefined : definition.templateColumns?.(params)) ?? definition.columns(params)
  const title = definition.title(language)
  const lists = await definition.lists(tx, importer)
  const texts = importTexts[language]
  return {
    fileName: `${fileTitle(title)}.xlsx`,
    mediaType: SHEET_TYPES.xlsx,
    bytes: () =>
      templateWorkbook({
        sheetName: sheetTitle(title),
        columns,
        lists,
        instructions: { sheetName: texts.notes, title, lines: definition.notes(language) },
        language,
        example: definition.example,
        rowLimit: definition.maxRows,
      }),
  }
}

/** Excel allows 31 characters and none of these. */
function sheetTitle(title: string): string {
  return title.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31)
}
function fileTitle(title: string): string {
  return title.replaceAll(/[\\/:*?"<>|]/g, ' ')
}

interface FileOfRows {
  readonly path: string
  readonly summary: string
  readonly name: 'errorsOf' | 'resultOf'
  readonly rowsAfter: typeof problemsAfter
}

/** Exports the invalid rows, to correct and upload again; and all rows with the documents they went into. */
export function rowFileRoutes(services: Pick<ImportServices, 'definitions' | 'pool'>): Route[] {
  return [
    rowFileRoute(services, {
      path: '/aps/import/errors/:file',
      summary: 'The rows of an import with something wrong, and what it is: `{importId}.xlsx`',
      name: 'errorsOf',
      rowsAfter: problemsAfter,
    }),
    rowFileRoute(services, {
      path: '/aps/import/result/:file',
      summary:
        'All rows of an import, with the document that each went into, or what is wrong with it: `{importId}.xlsx`',
      name: 'resultOf',
      rowsAfter,
    }),
  ]
}

function rowFileRoute(services: Pick<ImportServices, 'definitions' | 'pool'>, file: FileOfRows): Route {
  return defineFileRoute({
    method: 'GET',
    path: file.path,
    right: OWN,
    summary: file.summary,
    mode: 'file',
    params: Type.Object({ file: Type.String({ maxLength: 40 }) }),
    async handler(tx, context, { params }) {
      const { run, definition } = await ownRun(tx, context, services, params.file.replace(/\.xlsx$/, ''))
      mustSeeRows(run, definition, context.principal)
      const { language } = context
      const columns = definition.columns(run.params)
      const name = run.file_name.replace(/\.\w+$/, '')
      return {
        fileName: `${interpolate(importTexts[language][file.name], { file: name })}.xlsx`,
        mediaType: SHEET_TYPES.xlsx,
        bytes: Readable.from(
          errorWorkbookStream({
            sheetName: sheetTitle(definition.title(language)),
            columns,
            language,
            hasDocuments: file.name === 'resultOf' && definition.parts !== undefined,
            batches: fileRows(services.pool, file.rowsAfter, run, columns, language),
          }),
        ),
      }
    },
  })
}

const BATCH = 1000

/** Read in chunks, each on a connection of its own: slow clients hold none. */
async function* fileRows(
  pool: TransactionPool,
  nextRows: typeof problemsAfter,
  run: ImportRun,
  columns: Columns,
  language: RequestContext['language'],
): AsyncGenerator<readonly ErrorRow[]> {
  for (let after = 0; ;) {
    const start = after
    const rows = await reading(pool, (tx) => tx.rows(nextRows(run.id, start, BATCH)))
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => errorRow(row, columns, language))
    after = last.row
  }
}

function errorRow(row: KeptRow, columns: Columns, language: RequestContext['language']): ErrorRow {
  return {
    row: row.row,
    cells: Object.fromEntries(columns.map(({ key }) => [key, cellNow(row, key)])),
    document: row.made?.no ?? null,
    problems: (row.errors ?? []).map((problem) => ({
      column: problem.column === '' ? null : problem.column,
      msg: messageOf(problem, language),
    })),
  }
}
