import { Type } from 'typebox'
import { areaOf } from '#areas/organisation/organisation.facade.ts'
import type { RequestContext } from '#kernel/access/principal.ts'
import { reading } from '#kernel/db/tx.ts'
import type { RawContent } from '#kernel/document/content.ts'
import { refusalSchema } from '#kernel/document/document.routes.ts'
import { type Refusal, Refused } from '#kernel/errors/errors.ts'
import { httpErrors } from '#kernel/errors/kernel-errors.ts'
import type { Columns } from '#kernel/excel/columns.ts'
import { type ParsedSheet, parseRows } from '#kernel/excel/parse-rows.ts'
import { readSheet } from '#kernel/excel/read-workbook.ts'
import { wireRefusal } from '#kernel/http/failure.ts'
import { defineRoute, type Route, type UploadedFile } from '#kernel/http/route.ts'
import { refusalText } from '#kernel/i18n/texts.ts'
import { countryBudget, type CountryBudgetHeader } from '../country-budget.doc.ts'
import { checkedLines, columnsFor, exampleLine, importedLines, importHeader } from './country-budget-import.ts'

const RIGHT = 'budget.country.submit'
const MEGABYTE = 1024 * 1024

/** A full file of 10,000 lines has about 0.7 MB and unpacks to about 6. */
const UPLOAD_BYTES = 10 * MEGABYTE
const LIMITS = {
  maxBytes: UPLOAD_BYTES,
  maxUncompressedBytes: 100 * MEGABYTE,
  maxRows: countryBudget.lineLimits.file,
  maxColumns: 50,
}

const text = Type.String()
const lineSchema = Type.Object({
  countryCode: text,
  projectCode: text,
  fscId: text,
  subBusiCode: text,
  productLineCode: text,
  amount: text,
  budgetCode: text,
  remark: text,
})
const cellErrorSchema = Type.Object({
  row: Type.Integer({ description: 'as Excel numbers it, from 1' }),
  column: Type.String({ description: 'field of the line' }),
  key: text,
  params: Type.Record(text, Type.Union([text, Type.Number()])),
  msg: text,
})

/** Reading a large file takes seconds, so no connection is held meanwhile: that is why this is no `read`. */
const parse = defineRoute({
  method: 'POST',
  path: '/gs/:idc/oversea/aps/budget/country/edit/parse',
  right: RIGHT,
  summary: 'Read budget lines from a workbook, with an error per row and column; nothing is stored',
  mode: 'action',
  params: Type.Object({ idc: Type.String({ maxLength: 16 }) }),
  upload: { maxBytes: UPLOAD_BYTES },
  body: Type.Object({ header: Type.String({ description: 'JSON of the application without its lines' }) }),
  data: Type.Object({
    lines: Type.Array(Type.Object({ row: Type.Integer(), line: lineSchema, errors: Type.Array(cellErrorSchema) })),
    goodCount: Type.Integer(),
    badCount: Type.Integer(),
    errors: Type.Array(refusalSchema),
    warnings: Type.Array(refusalSchema),
  }),
  async handler(runtime, context, { body, params, file }) {
    const area = await reading(runtime.pool, (tx) => areaOf(context, tx, params.idc))
    const header = importHeader(jsonOf(body.header), area)
    const parsed = await parseFile(file, header, context)
    if (!('rows' in parsed)) {
      return {
        lines: [],
        goodCount: 0,
        badCount: 0,
        errors: parsed.refusals.map((refusal) => wireRefusal(refusal, context.language)),
        warnings: [],
      }
    }
    const lines = await reading(runtime.pool, (tx) => checkedLines(tx, header, importedLines(parsed.rows)))
    const goodCount = lines.filter((line) => line.errors.length === 0).length
    return {
      lines: lines.map((line) => ({
        ...line,
        errors: line.errors.map((error) => ({ ...error, msg: refusalText(context.language, error) })),
      })),
      goodCount,
      badCount: lines.length - goodCount,
      errors: [],
      warnings: parsed.warnings.map((refusal) => wireRefusal(refusal, context.language)),
    }
  },
})

function jsonOf(text: string): RawContent {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as RawContent
  } catch {
    // Said below.
  }
  throw new Refused(httpErrors.badRequest({}, { field: 'header' }))
}

/** A file that cannot be opened fails the call; titles that do not fit are errors of the file, all of them at once. */
async function parseFile(
  file: UploadedFile | null,
  header: CountryBudgetHeader,
  context: RequestContext,
): Promise<ParsedSheet<Columns> | { refusals: readonly Refusal[] }> {
  if (!file) throw new Refused(httpErrors.badRequest({}, { field: 'file' }))
  const sheet = await readSheet(file.bytes, { ...LIMITS, fileName: file.name })
  try {
    return parseRows(sheet, columnsFor(header.applyType), context.language, { example: exampleLine })
  } catch (error) {
    if (error instanceof Refused) return { refusals: error.refusals }
    throw error
  }
}

export const importRoutes: readonly Route[] = [parse]
