import { Type } from 'typebox'
import { text } from '#kernel/platform/http/wire-schemas.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import type { RawContent } from '#kernel/engine/definition/content.ts'
import { refusalSchema } from '#kernel/engine/document/routes/document-schemas.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { Columns } from '#kernel/platform/excel/columns.ts'
import { type ParsedSheet, parseRows } from '#kernel/platform/excel/read/parse-rows.ts'
import { readSheet } from '#kernel/platform/excel/read/read-workbook.ts'
import { wireRefusal } from '#kernel/platform/http/failure.ts'
import { readJson } from '#kernel/platform/http/body/json-body.ts'
import { defineRoute, type Route, type UploadedFile } from '#kernel/platform/http/route.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { checkedLines, importedLines, type LineFile } from './line-file.server.ts'

const MEGABYTE = 1024 * 1024

/** A full file of 10,000 lines has about 0.7 MB and unpacks to about 6. */
const UPLOAD_BYTES = 10 * MEGABYTE
const LIMITS = { maxBytes: UPLOAD_BYTES, maxUncompressedBytes: 100 * MEGABYTE, maxColumns: 50 }

/** For a document's header without lines. */
const HEADER_BOUND = { bytes: 64 * 1024, values: 1_000 }

const cellErrorSchema = Type.Object({
  row: Type.Integer({ description: 'as Excel numbers it, from 1' }),
  column: Type.String({ description: 'field of the line' }),
  key: text,
  params: Type.Record(text, Type.Union([text, Type.Number()])),
  msg: text,
})

/** Not a `read` route: reading a large file takes seconds, during which no connection is held. */
export function parseRoute<H, L>(file: LineFile<H, L>): Route {
  const line = Type.Object(Object.fromEntries(file.columns({}).map(({ key }) => [key, text])))
  return defineRoute({
    method: 'POST',
    path: file.parsePath,
    right: file.right,
    summary: file.summary,
    mode: 'action',
    audit: { none: 'reads a workbook into a form and keeps nothing' },
    params: Type.Object({ idc: Type.String({ maxLength: 16 }) }),
    upload: { maxBytes: UPLOAD_BYTES },
    body: Type.Object({ header: Type.String({ description: 'JSON of the document without its lines' }) }),
    data: Type.Object({
      lines: Type.Array(Type.Object({ row: Type.Integer(), line, errors: Type.Array(cellErrorSchema) })),
      goodCount: Type.Integer(),
      badCount: Type.Integer(),
      errors: Type.Array(refusalSchema),
      warnings: Type.Array(refusalSchema),
    }),
    async handler(runtime, context, { body, params, file: uploaded }) {
      const { language } = context
      const area = await reading(runtime.pool, (tx) => file.areaOf(context, tx, params.idc))
      const raw = jsonOf(body.header)
      const header = file.headerOf(raw, area)
      const columns = file.columns(raw)
      const parsed = await parsedSheet(uploaded, file, columns, language)
      if (!('rows' in parsed)) {
        const errors = parsed.refusals.map((refusal) => wireRefusal(refusal, language))
        return { lines: [], goodCount: 0, badCount: 0, errors, warnings: [] }
      }
      const lines = await reading(runtime.pool, (tx) =>
        checkedLines(tx, file, context, header, importedLines(columns, parsed.rows)),
      )
      const goodCount = lines.filter(({ errors }) => errors.length === 0).length
      return {
        lines: lines.map((each) => ({
          ...each,
          errors: each.errors.map((error) => ({ ...error, msg: refusalText(language, error) })),
        })),
        goodCount,
        badCount: lines.length - goodCount,
        errors: [],
        warnings: parsed.warnings.map((refusal) => wireRefusal(refusal, language)),
      }
    },
  })
}

function jsonOf(given: string): RawContent {
  const value = readJson(given, HEADER_BOUND)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as RawContent
  throw new Refused(httpErrors.badRequest({}, { field: 'header' }))
}

/** An unreadable file fails the call; unknown titles are errors of the file, all reported at once. */
async function parsedSheet<H, L>(
  uploaded: UploadedFile | null,
  { example, document }: LineFile<H, L>,
  columns: Columns,
  language: Language,
): Promise<ParsedSheet<Columns> | { refusals: readonly Refusal[] }> {
  if (!uploaded) throw new Refused(httpErrors.badRequest({}, { field: 'file' }))
  const limits = { ...LIMITS, maxRows: document.definition.lineLimits.file }
  const sheet = await readSheet(uploaded.bytes, { ...limits, fileName: uploaded.name })
  try {
    return parseRows(sheet, columns, language, { example })
  } catch (error) {
    if (error instanceof Refused) return { refusals: error.refusals }
    throw error
  }
}
