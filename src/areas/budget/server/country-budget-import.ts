import type { Area } from '#areas/organisation/organisation.facade.ts'
import type { Tx } from '#kernel/db/tx.ts'
import { type RawContent, readContent } from '#kernel/document/content.ts'
import { type Columns, defineColumns } from '#kernel/excel/columns.ts'
import type { CellError, ParsedRow } from '#kernel/excel/parse-rows.ts'
import type { CountryBudgetContent, CountryBudgetHeader, CountryBudgetLine } from '../country-budget.doc.ts'
import { countryBudget } from '../country-budget.doc.ts'
import { type CountryBudgetFacts, checkCountryBudget } from '../country-budget.rules.ts'
import { en } from '../locale/en.ts'
import { zh } from '../locale/zh.ts'
import { budgetsRequest, poolRequest, readPool } from './country-budget.facts.ts'
import { masterRequest, readLines, readMaster } from './line-facts.ts'

const labels = { en: en.documents.countryBudget.lineFields, zh: zh.documents.countryBudget.lineFields }

const titles = (field: keyof typeof labels.en) => ({ zh: labels.zh[field], en: labels.en[field] })

const CODE_LENGTH = 64

/**
 * Columns of an imported budget line. The titles are the labels of the form, so a person meets one word for one thing. Lengths
 * only keep nonsense out: whether a code exists is asked of the master data.
 */
export const lineColumns = defineColumns([
  { key: 'countryCode', titles: titles('countryCode'), required: true, kind: 'code', maxLength: CODE_LENGTH },
  { key: 'projectCode', titles: titles('projectCode'), required: true, kind: 'code', maxLength: CODE_LENGTH },
  { key: 'fscId', titles: titles('fscId'), required: true, kind: 'code', maxLength: CODE_LENGTH },
  { key: 'subBusiCode', titles: titles('subBusiCode'), required: true, kind: 'code', maxLength: CODE_LENGTH },
  { key: 'productLineCode', titles: titles('productLineCode'), required: true, kind: 'code', maxLength: CODE_LENGTH },
  { key: 'amount', titles: titles('amount'), required: true, kind: 'amount', positive: true },
  { key: 'budgetCode', titles: titles('budgetCode'), required: false, kind: 'code', maxLength: CODE_LENGTH },
  {
    key: 'remark',
    titles: titles('remark'),
    required: false,
    kind: 'text',
    maxLength: countryBudget.lines.remark.max ?? 200,
  },
])

export type LineKey = (typeof lineColumns)[number]['key']

const lineKeys: readonly LineKey[] = lineColumns.map((column) => column.key)

/** A revoke names the budget it takes from; a grant finds or makes it. */
export function columnsFor(applyType: CountryBudgetHeader['applyType'] | null): Columns {
  return applyType === 'revoke'
    ? lineColumns.map((column) => (column.key === 'budgetCode' ? { ...column, required: true } : column))
    : lineColumns
}

/** The row of the template that shows how it is done. */
export const exampleLine: Readonly<Record<LineKey, string | null>> = {
  countryCode: 'IN',
  projectCode: 'PJ-IN-01',
  fscId: 'FSC1001',
  subBusiCode: 'S0101',
  productLineCode: 'PH10',
  amount: '1234.50',
  budgetCode: null,
  remark: null,
}

/** A row of the file: its values where they are good, its own texts where they are not. */
export interface ImportedLine {
  readonly row: number
  readonly line: Readonly<Record<LineKey, string>>
  readonly errors: readonly CellError[]
}

export function importedLines(rows: readonly ParsedRow<Columns>[]): ImportedLine[] {
  return rows.map((parsed) => {
    const found: Readonly<Record<string, string | null>> = parsed.ok ? parsed.values : parsed.texts
    const line = Object.fromEntries(lineKeys.map((key) => [key, found[key] ?? '']))
    return { row: parsed.row, line: line as Record<LineKey, string>, errors: parsed.ok ? [] : parsed.errors }
  })
}

/**
 * The lines as the rules read them. What could not be read is empty, an amount zero; its error is known, and
 * {@link withRuleErrors} takes no second one for it.
 */
export function importedContent(header: CountryBudgetHeader, lines: readonly ImportedLine[]): CountryBudgetContent {
  return {
    header,
    lines: lines.map(({ line, errors }): CountryBudgetLine => {
      const broken = new Set(errors.map((error) => error.column))
      const good = (key: LineKey) => (broken.has(key) ? '' : line[key])
      return {
        countryCode: good('countryCode'),
        projectCode: good('projectCode'),
        fscId: good('fscId'),
        subBusiCode: good('subBusiCode'),
        productLineCode: good('productLineCode'),
        amount: good('amount') || '0.00',
        availableAmount: null,
        budgetCode: good('budgetCode') || null,
        remark: good('remark') || null,
      }
    }),
  }
}

/** The fields by which a line is told from another: while one of them is unknown, nothing can be said of the whole. */
const IDENTITY: ReadonlySet<string> = new Set(['countryCode', 'projectCode', 'fscId', 'subBusiCode', 'productLineCode'])
const ABOUT_THE_WHOLE: ReadonlySet<string> = new Set(['budget.duplicateLine', 'budget.budgetDiffers'])

/**
 * Adds what the rules of the submit say about single lines: unknown codes, a country or budget of another area, a budget twice.
 * What they say about the application as a whole the form shows itself.
 */
export function withRuleErrors(
  header: CountryBudgetHeader,
  lines: readonly ImportedLine[],
  facts: CountryBudgetFacts,
): ImportedLine[] {
  const added = new Map<number, CellError[]>()
  for (const refusal of checkCountryBudget(importedContent(header, lines), facts)) {
    const imported = refusal.row === undefined ? undefined : lines[refusal.row]
    if (!imported || refusal.row === undefined || refusal.field === undefined) continue
    const broken = imported.errors.map((error) => error.column)
    if (broken.some((column) => isAffected(refusal.key, refusal.field ?? '', column))) continue
    const error = { row: imported.row, column: refusal.field, key: refusal.key, params: refusal.params }
    added.set(refusal.row, [...(added.get(refusal.row) ?? []), error])
  }
  return lines.map((line, index) => ({ ...line, errors: [...line.errors, ...(added.get(index) ?? [])] }))
}

/** Whether what a rule says about `field` rests on a cell that could not be read. */
function isAffected(key: string, field: string, broken: string): boolean {
  if (field === broken) return true
  if (ABOUT_THE_WHOLE.has(key)) return IDENTITY.has(broken)
  if (field === 'projectCode') return broken === 'countryCode'
  return field === 'fscId' && broken === 'subBusiCode'
}

/** What of the header is missing or wrong the form says itself; the lines are read as far as they can be. */
export function importHeader(raw: RawContent, area: Pick<Area, 'id' | 'idcCode'>): CountryBudgetHeader {
  const content = { ...raw, idcCode: area.idcCode, areaId: area.id, lines: [] }
  return readContent(countryBudget, content, { lineLimit: 0 }).content.header
}

/** Each line against the master data and the budgets as they are now. */
export async function checkedLines(
  tx: Tx,
  header: CountryBudgetHeader,
  lines: readonly ImportedLine[],
): Promise<ImportedLine[]> {
  const request = { content: importedContent(header, lines), documentId: null }
  const master = await tx.rows(masterRequest(request.content))
  const pool = await tx.rows(poolRequest(request))
  const budgets = await tx.rows(budgetsRequest(request))
  return withRuleErrors(header, lines, {
    master: readMaster(request.content.header.areaId, master),
    pool: readPool(pool),
    lines: readLines(budgets),
  })
}
