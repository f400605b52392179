import { randomUUID } from 'node:crypto'
import { type TSchema, Type } from 'typebox'
import { areaOf } from '#areas/organisation/organisation.facade.ts'
import type { RequestContext } from '#kernel/access/principal.ts'
import type { Tx } from '#kernel/db/tx.ts'
import type { ActionAnswer, Command } from '#kernel/document/command.ts'
import type { RawContent } from '#kernel/document/content.ts'
import { runActionIn } from '#kernel/document/run-action.ts'
import { type Refusal, Refused } from '#kernel/errors/errors.ts'
import type { AppliedRow, ImportDefinition, Importer, ImportRow, UndoRow } from '#kernel/imports/import-definition.ts'
import { countryBudget, type CountryBudgetHeader } from '../country-budget.doc.ts'
import { lineKey } from '../budget-line.rules.ts'
import { importTemplateTexts } from '../locale/import-template.ts'
import {
  checkedLines,
  columnsFor,
  exampleLine,
  type ImportedLine,
  importedContent,
  importedLines,
  importHeader,
} from './country-budget-import.ts'
import { codeLists } from './country-budget-lists.ts'
import { countryBudgetDocument } from './country-budget.plans.ts'

const RIGHT = 'budget.country.submit'

const text = (max: number) => Type.Optional(Type.Union([Type.String({ maxLength: max }), Type.Null()]))
const whole = Type.Optional(Type.Union([Type.Integer(), Type.String({ maxLength: 9 }), Type.Null()]))

/** The application as the form has it, without its lines. What is missing the form says when the draft is opened. */
const params: Record<keyof CountryBudgetHeader, TSchema> = {
  applyType: Type.Union([Type.Literal('grant'), Type.Literal('revoke')]),
  idcCode: Type.String({ maxLength: 8 }),
  areaId: Type.Optional(Type.Unknown({ description: 'that of idcCode, whatever is said here' })),
  year: whole,
  month: whole,
  budgetDeptCode: text(64),
  projectPoolCode: text(64),
  productClass: text(16),
  currency: text(3),
  regionCode: text(64),
  reason: text(500),
  source: Type.Optional(Type.Unknown({ description: 'always file' })),
  totalAmount: Type.Optional(Type.Unknown({ description: 'the sum of the lines' })),
}

/** The draft that a run made, with the version it had then. */
interface Draft {
  readonly id: string
  readonly no: string
  readonly version: number
}

/**
 * Lines of a country budget application from a file of up to 10,000: checked by the rules of the form's own parse call,
 * saved as one draft through the runner of all actions. A draft is whole or not there.
 */
export const countryBudgetLinesImport: ImportDefinition = {
  name: 'country-budget-lines',
  right: RIGHT,
  title: (language) => importTemplateTexts[language].title,
  params,
  columns: ({ applyType }) => columnsFor(applyType === 'revoke' ? 'revoke' : null),
  maxRows: countryBudget.lineLimits.file,
  isWhole: true,
  lists: codeLists,
  notes: (language) => importTemplateTexts[language].lines,
  example: exampleLine,
  open: async (tx, importer) => void (await headerFor(tx, importer)),
  check: async (tx, importer, rows) => {
    const lines = await checkedRows(tx, await headerFor(tx, importer), rows)
    return lines.map(({ row, line, errors }, index) => {
      // The same line twice is found over the whole file, by its key, and named by the rows of the file.
      const own = errors.filter(({ key }) => key !== 'budget.duplicateLine')
      if (own.length > 0) return { row, errors: own }
      return { row, action: 'create', key: lineKey(line), before: null, after: rows[index]!.values }
    })
  },
  apply: async (tx, importer, rows) => {
    const header = await headerFor(tx, importer)
    const lines = await checkedRows(tx, header, rows)
    if (lines.some(({ errors }) => errors.length > 0)) return lines.map(refusedOrNot)
    const { id, no, version } = await act(tx, importer, {
      action: 'save',
      raw: { ...header, lines: importedContent(header, lines).lines, source: 'file' },
    })
    const undo: Draft = { id, no, version }
    return rows.map(({ row }) => ({ row, undo }))
  },
  undo: async (tx, importer, rows) => {
    const draft = draftOf(rows)
    if (!draft) return []
    const refusal = await refusalOf(act(tx, importer, { action: 'delete', id: draft.id, version: draft.version }))
    return rows.map(({ row }) => (refusal ? { row, refusal } : { row, undo: null }))
  },
  changes: [countryBudget.name],
  result: ({ params: { applyType, idcCode } }, applied) => {
    const draft = draftOf(applied)
    if (!draft) return null
    const query = new URLSearchParams({
      applyType: String(applyType),
      idcCode: String(idcCode),
      applyNo: draft.no,
    })
    return `${countryBudget.pages.edit}&${query}`
  },
}

/** Read anew each time: the person may have lost his region since the file came. */
async function headerFor(tx: Tx, importer: Importer): Promise<CountryBudgetHeader> {
  const area = await areaOf(importer, tx, String(importer.params['idcCode']))
  return importHeader(importer.params as RawContent, area)
}

function checkedRows(tx: Tx, header: CountryBudgetHeader, rows: readonly ImportRow[]): Promise<ImportedLine[]> {
  return checkedLines(
    tx,
    header,
    importedLines(rows.map(({ row, values }) => ({ row, ok: true, values, warnings: [] }))),
  )
}

function refusedOrNot({ row, errors: [error] }: ImportedLine): AppliedRow {
  if (!error) return { row, undo: null }
  return { row, refusal: { key: error.key, status: 409, params: error.params, field: error.column } }
}

function draftOf(rows: readonly Pick<UndoRow, 'undo'>[]): Draft | null {
  return (rows[0]?.undo as Draft | undefined) ?? null
}

function act(tx: Tx, importer: Importer, command: Partial<Command> & { action: string }): Promise<ActionAnswer> {
  const { principal, language, requestId, now } = importer
  const context: RequestContext = {
    principal,
    language,
    requestId,
    now,
    // The run is done once by its own state; within its transaction no other act has this key.
    idempotencyKey: randomUUID(),
    log: () => {},
  }
  return runActionIn(tx, countryBudgetDocument, context, {
    id: null,
    version: null,
    formInstanceId: null,
    taskId: null,
    contentHash: null,
    opinion: '',
    raw: null,
    ...command,
  })
}

async function refusalOf(acting: Promise<unknown>): Promise<Refusal | null> {
  try {
    await acting
    return null
  } catch (error) {
    if (error instanceof Refused) return error.first
    throw error
  }
}
