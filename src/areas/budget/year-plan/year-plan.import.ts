import { Type } from 'typebox'
import { areaOf, visibleAreas } from '#areas/organisation/organisation.facade.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { labelKey } from '#kernel/engine/definition/content.ts'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { type Columns, defineColumns } from '#kernel/platform/excel/columns.ts'
import type { CellError } from '#kernel/platform/excel/read/parse-rows.ts'
import type { ListEntry } from '#kernel/platform/excel/write/write-template.ts'
import { actOn, type Draft, undoDrafts } from '#kernel/services/imports/draft-acts.ts'
import type {
  AppliedRow,
  ApplyRow,
  CheckedRow,
  ImportDefinition,
  Importer,
  ImportRow,
  UndoRow,
  UnreadableRow,
} from '#kernel/services/imports/import-definition.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { ImportValues } from '#kernel/services/imports/import-wire.ts'
import { budgetErrors } from '../budget.errors.ts'
import { lineKey } from '../budget-line/budget-line.rules.ts'
import {
  countryBudget,
  type CountryBudgetHeader,
  type CountryBudgetLine,
} from '../country-budget/country-budget.doc.ts'
import { countryBudget as en } from '../country-budget/country-budget.en.ts'
import { countryBudget as zh } from '../country-budget/country-budget.zh.ts'
import { yearPlanTexts } from './year-plan-template.ts'
import { PLAN_TYPES } from './year-plan.ts'
import { countryBudgetFile } from '../line-file/country-budget-lines.import.ts'
import { countryBudgetDocument } from '../country-budget/country-budget.plans.ts'
import { codeLists } from '../country-budget/country-budget-lists.server.ts'
import { noLonger } from '#kernel/services/line-file/draft-import.server.ts'
import { restOfLines } from '#kernel/services/line-file/line-file.server.ts'
import { departmentsOf, poolsOf } from '../shared/master.queries.ts'
import { keptDraft, plannedBefore } from './year-plan.queries.ts'

const fieldTitles = (field: keyof typeof en.fields) => ({
  zh: zh.fields[field],
  en: en.fields[field],
})
const classes = ['phone', 'iot'] as const
const classWords = (code: (typeof classes)[number]) => ({
  zh: zh.options.productClass[code],
  en: en.options.productClass[code],
})

const HEADER_COLUMNS = defineColumns([
  { key: 'month', titles: fieldTitles('month'), required: true, kind: 'integer', positive: true, range: [1, 12] },
  { key: 'projectPoolCode', titles: fieldTitles('projectPoolCode'), required: true, kind: 'code', maxLength: 64 },
  { key: 'budgetDeptCode', titles: fieldTitles('budgetDeptCode'), required: true, kind: 'code', maxLength: 64 },
  {
    key: 'productClass',
    titles: fieldTitles('productClass'),
    required: true,
    kind: 'code',
    options: classes,
    words: Object.fromEntries(classes.map((code) => [code, classWords(code)])),
  },
])
/** A plan's columns: the header fields of a form, then the line as in a form's file. A plan revokes nothing, so it has no budget codes. */
const columns: Columns = [
  ...HEADER_COLUMNS,
  ...countryBudgetFile.columns({ applyType: 'grant' }).filter(({ key }) => key !== 'budgetCode'),
]
/** A plan of projects has no countries. */
const columnsOf = ({ level }: Importer['params']): Columns =>
  level === 'project' ? columns.filter(({ key }) => key !== 'countryCode') : columns

const HEADER_KEYS: ReadonlySet<string> = new Set(HEADER_COLUMNS.map(({ key }) => key))

/** The header of a document in the plan. */
interface PlanKey {
  readonly month: number
  readonly projectPoolCode: string
  readonly budgetDeptCode: string
  readonly productClass: string
}

interface PlanArea {
  readonly id: number
  readonly idcCode: string
  readonly currency: string
}

const textOf = (values: ImportValues, key: string): string => values[key] ?? ''

function planKey(values: ImportValues): PlanKey {
  return {
    month: Number(textOf(values, 'month')),
    projectPoolCode: textOf(values, 'projectPoolCode'),
    budgetDeptCode: textOf(values, 'budgetDeptCode'),
    productClass: textOf(values, 'productClass'),
  }
}

function partOf(values: ImportValues, params: Importer['params']): string {
  const { month, projectPoolCode, budgetDeptCode, productClass } = planKey(values)
  const period = `${String(params['year'])}-${String(month).padStart(2, '0')}`
  return [period, projectPoolCode, budgetDeptCode, productClass].join(' · ')
}

/** Groups are stored by code; the class is shown by label. */
function namedPart(part: string, language: Language): string {
  const [code, ...others] = part.split(' · ').toReversed()
  const known = classes.find((each) => each === code)
  return known ? [...others.toReversed(), classWords(known)[language]].join(' · ') : part
}

const lineOf = (values: ImportValues): CountryBudgetLine => countryBudgetFile.lineOf((column) => textOf(values, column))

/** Read again each time: the person may have lost the region since the upload. */
async function areaNow(tx: Tx, importer: Importer): Promise<PlanArea> {
  return areaOf(importer, tx, String(importer.params['idcCode']))
}

function headerOf({ params }: Importer, area: PlanArea, key: PlanKey): CountryBudgetHeader {
  const { applyType, level, year, reason } = params
  const raw = { ...key, applyType, level, fundedBy: 'pool', year, reason, currency: area.currency, source: 'file' }
  return countryBudgetFile.headerOf(raw, area)
}

/** Can be solved by funding the pool: a draft may wait for it, and its submit checks again. */
const ABOUT_MONEY: ReadonlySet<string> = new Set(['budget.exceedsPool', 'budget.poolNotFunded'])

function noSuchMonth(): Omit<CellError, 'row'> {
  const field = labelKey(countryBudget, 'fields', 'month')
  return { column: 'month', ...documentErrors.outOfRange({ field, min: 1, max: 12 }) }
}

/** Lines are checked within their document, so nothing more is told of a row that does not say which one. */
async function checkRest(tx: Tx, importer: Importer, rows: readonly UnreadableRow[]): Promise<readonly CellError[]> {
  const area = await areaNow(tx, importer)
  const placed = rows.filter(({ unreadable }) => [...HEADER_KEYS].every((key) => !unreadable.has(key)))
  const found: CellError[] = []
  for (const part of Map.groupBy(placed, ({ values }) => partOf(values, importer.params)).values()) {
    const key = planKey(part[0]!.values)
    if (key.month > 12) found.push(...part.map(({ row }) => ({ row, ...noSuchMonth() })))
    else {
      const rest = await restOfLines(tx, countryBudgetFile, importer, headerOf(importer, area, key), part)
      found.push(...rest.filter((error) => !ABOUT_MONEY.has(error.key)))
    }
  }
  return found
}

/** The submit's refusals for rows that become one document; by row, with common ones at each of them. */
async function problemsOf(
  tx: Tx,
  importer: Importer,
  area: PlanArea,
  rows: readonly ImportRow[],
): Promise<ReadonlyMap<number, readonly CellError[]>> {
  const [first] = rows
  const found = new Map<number, CellError[]>()
  if (!first) return found
  const note = (row: number, error: Omit<CellError, 'row'>): void => {
    found.set(row, [...(found.get(row) ?? []), { row, ...error }])
  }
  const key = planKey(first.values)
  if (key.month > 12) {
    for (const { row } of rows) note(row, noSuchMonth())
    return found
  }
  const lines = rows.map(({ values }) => lineOf(values))
  const refusals = await countryBudgetFile.check(tx, importer, headerOf(importer, area, key), lines)
  for (const { row: index, field, key: reason, params } of refusals) {
    // Equal lines are found over the whole file, by key, and reported with their rows.
    if (reason === budgetErrors.duplicateLine({ first: 0 }).key || ABOUT_MONEY.has(reason)) continue
    const column = index !== undefined || HEADER_KEYS.has(field ?? '') ? (field ?? '') : ''
    const about = index === undefined ? rows : rows.slice(index, index + 1)
    for (const { row } of about) note(row, { column, key: reason, params })
  }
  return found
}

async function check(tx: Tx, importer: Importer, rows: readonly ImportRow[]): Promise<readonly CheckedRow[]> {
  const area = await areaNow(tx, importer)
  const problems = new Map<number, readonly CellError[]>()
  for (const part of Map.groupBy(rows, ({ values }) => partOf(values, importer.params)).values())
    for (const [row, errors] of await problemsOf(tx, importer, area, part)) problems.set(row, errors)
  const good = rows.filter(({ row }) => !problems.has(row))
  const planned = (values: ImportValues) => {
    const { month, projectPoolCode: pool, budgetDeptCode: department, productClass } = planKey(values)
    return { month, pool, department, productClass, key: lineKey(lineOf(values)) }
  }
  const before = await plannedBefore(
    tx,
    {
      drafterId: importer.principal.userId,
      areaId: area.id,
      year: Number(importer.params['year']),
      currency: area.currency,
      applyType: String(importer.params['applyType']),
    },
    good.map(({ values }) => planned(values)),
  )
  return rows.map(({ row, values }) => {
    const errors = problems.get(row)
    if (errors) return { row, errors }
    const { no, amount } = before(planned(values))
    const { currency } = area
    // Only a warning: a second grant adds to the first, but should not happen by accident.
    const warning = no
      ? budgetErrors.plannedBefore({ no })
      : amount
        ? budgetErrors.grantedBefore({ amount, currency })
        : null
    const key = `${partOf(values, importer.params)} ${lineKey(lineOf(values))}`
    const warnings = warning ? [{ row, column: '', key: warning.key, params: warning.params }] : []
    return { row, action: 'create', key, before: null, after: values, warnings }
  })
}

/** One draft from the rows of a part; rows corrected later are added while nobody has touched it. */
async function apply(
  tx: Tx,
  importer: Importer,
  rows: readonly ApplyRow[],
  written: readonly UndoRow[] = [],
): Promise<readonly AppliedRow[]> {
  const area = await areaNow(tx, importer)
  const outcomes: AppliedRow[] = []
  for (const part of Map.groupBy(rows, ({ values }) => partOf(values, importer.params)).values())
    outcomes.push(...(await applyPart(tx, importer, area, part, written)))
  return outcomes
}

async function applyPart(
  tx: Tx,
  importer: Importer,
  area: PlanArea,
  rows: readonly ApplyRow[],
  written: readonly UndoRow[],
): Promise<AppliedRow[]> {
  const problems = await problemsOf(tx, importer, area, rows)
  const refused = rows.flatMap(({ row }) => {
    const [error] = problems.get(row) ?? []
    return error ? [noLonger(row, error)] : []
  })
  const good = rows.filter(({ row }) => !problems.has(row))
  const [first] = good
  if (!first) return refused
  const header = headerOf(importer, area, planKey(first.values))
  const lines: unknown[] = good.map(({ values }) => lineOf(values))
  const earlier = latest(written)
  const kept = earlier ? await tx.first(keptDraft(earlier.id, earlier.version, importer.principal.userId)) : undefined
  const raw = kept
    ? { ...kept.draft, lines: [...(kept.draft['lines'] as unknown[]), ...lines] }
    : { ...header, lines, source: 'file' }
  const at = kept && earlier ? { id: earlier.id, version: earlier.version } : {}
  const { id, no, version } = await actOn(tx, countryBudgetDocument, importer, { action: 'save', raw, ...at })
  const undo: Draft = { id, no, version }
  return [...refused, ...good.map(({ row }) => ({ row, undo, made: { id, no } }))]
}

/** The draft written last, with its version then. */
function latest(written: readonly UndoRow[]): Draft | null {
  const drafts = written.map(({ undo }) => undo as Draft)
  return drafts.reduce<Draft | null>((last, draft) => (isLater(draft, last) ? draft : last), null)
}

function isLater(draft: Draft, than: Draft | null): boolean {
  if (!than) return true
  const order = BigInt(draft.id) - BigInt(than.id)
  return order > 0n || (order === 0n && draft.version > than.version)
}

/** The template's drop-downs: codes of the areas that the person may see, or of the chosen area alone. */
async function lists(tx: Tx, importer: Importer): Promise<Readonly<Record<string, readonly ListEntry[]>>> {
  const { language, params } = importer
  const selection = { language, keyword: '', limit: 1000, offset: 0 }
  const chosen = params['idcCode'] === undefined ? null : await areaNow(tx, importer)
  const areas = chosen ? [chosen.id] : (await tx.rows(visibleAreas(importer))).map(({ id }) => id)
  const pools = new Map<string, string>()
  for (const area of areas)
    for (const pool of await tx.rows(poolsOf(area, selection))) pools.set(pool.projectPoolCode, pool.projectPoolName)
  const departments = await tx.rows(departmentsOf(areas, selection))
  return {
    ...(await codeLists(tx, importer)),
    month: Array.from({ length: 12 }, (_, at) => ({ code: String(at + 1), name: '' })),
    projectPoolCode: [...pools].map(([code, name]) => ({ code, name })),
    budgetDeptCode: departments.map(({ budgetDeptCode: code, budgetDeptName: name }) => ({ code, name })),
    productClass: classes.map((code) => ({ code, name: classWords(code)[language] })),
  }
}

/** A year's plan: rows of many pools, departments, months and classes, each group of which becomes a draft application. */
export const yearPlanImport: ImportDefinition = {
  name: 'budget-year-plan',
  right: 'budget.country.submit',
  title: (language) => yearPlanTexts[language].title,
  params: {
    idcCode: Type.String({ minLength: 1, maxLength: 8 }),
    year: Type.Integer({ minimum: 2000, maximum: 2100 }),
    applyType: Type.Union(PLAN_TYPES.map((type) => Type.Literal(type))),
    level: Type.Optional(Type.Union([Type.Literal('country'), Type.Literal('project')])),
    reason: Type.String({ minLength: 1, maxLength: 500 }),
  },
  columns: columnsOf,
  maxRows: 10_000,
  parts: {
    document: countryBudget,
    of: partOf,
    named: namedPart,
    amount: 'amount',
    currency: async (tx, importer) => (await areaNow(tx, importer)).currency,
  },
  lists,
  notes: (language) => yearPlanTexts[language].lines,
  example: {
    month: '1',
    projectPoolCode: 'PP01',
    budgetDeptCode: 'BD01',
    productClass: 'phone',
    ...Object.fromEntries(Object.entries(countryBudgetFile.example).filter(([key]) => key !== 'budgetCode')),
  },
  open: async (tx, importer) => void (await areaNow(tx, importer)),
  check,
  checkRest,
  apply,
  undo: (tx, importer, rows) => undoDrafts(tx, countryBudgetDocument, importer, rows),
  changes: [countryBudget.name],
}
