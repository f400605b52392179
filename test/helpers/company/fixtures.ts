import { productNow } from '#kernel/base/clock/clock.ts'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import type { Query } from './actor.ts'
import type { TestCompany } from './test-company.ts'

// Objects of the demonstration company that tests use, by name. These codes are in the demonstration on every day.

/** The data centre that most stories are told in: India, which looks after Bangladesh too. */
export const INDIA = { idcCode: 'IN', areaId: 2, currency: 'INR' } as const
export const INDONESIA = { idcCode: 'ID', areaId: 3, currency: 'IDR' } as const

/** Two distributors of Bangladesh, and one of Indonesia that nobody in India sees. */
export const [CUSTOMER, OTHER_CUSTOMER] = ['C-BD-0001', 'C-BD-0002'] as const
export const FOREIGN_CUSTOMER = 'C-ID-0001'

/** A trade term of the first distributor, which the first of India has too. */
export const TERM = 'CIF'
export const TERM_SHARER = 'C-IN-0001'

/** A phone, the same model with more memory, and another model. */
export const [PHONE, SAME_MODEL] = ['AL7-BK-12256', 'AL7-BK-12512'] as const
export const OTHER_MODEL = { spu: 'AL7PRO', sku: 'AL7PRO-BK-12256' } as const

/**
 * The oldest budget application or scheme of a data centre. The demonstration numbers its documents by its day, so that no number of its
 * own is a fixture.
 */
export async function oldestNo(
  of: { query<T>(text: string, values?: unknown[]): Promise<T[]> },
  table: 'country_budget' | 'scheme',
  idcCode: string,
): Promise<string> {
  const oldest = `select min(no) as no from ${table} where idc_code = $1 and state <> 'draft'`
  const [{ no } = { no: null }] = await of.query<{ no: string | null }>(oldest, [idcCode])
  if (no === null) throw new Error(`${table} has none of ${idcCode}`)
  return no
}

/** The fields of a budget that a test reads. */
export interface BudgetFixture {
  readonly code: string
  readonly area: number
  readonly currency: string
  readonly class: 'phone'
  readonly year: number
  readonly month: number
  readonly avl: string
}

/** A project of Bangladesh that only tests know, so that nobody else spends its budgets. */
const PROJECT = 'PJ-BD-TEST'

/** Two budgets of the project in a month that one application may name together. */
const LINES = [
  { fscId: 'FSC1003', subBusiCode: 'S0302', productLineCode: 'PH40', amount: '4500000.00' },
  { fscId: 'FSC1004', subBusiCode: 'S0401', productLineCode: 'PH50', amount: '2700000.00' },
] as const

/** The money of schemes in the open month of the clock, granted by the people of India when it is first asked for. */
export async function grantedBudgets(company: TestCompany): Promise<readonly [BudgetFixture, BudgetFixture]> {
  const known = await budgetsOf(company.query)
  if (!known[0]) await grant(company)
  const [budget, other] = known[0] ? known : await budgetsOf(company.query)
  if (!budget || !other) throw new Error('the budgets of the tests were not granted')
  return [budget, other]
}

const budgetsOf = (query: Query): Promise<BudgetFixture[]> =>
  query<BudgetFixture>(
    `select l.code, l.area_id as area, l.currency, l.product_class as class, l.year, l.month, a.avl
     from budget_line l join budget_account a on a.id = l.id where l.project_code = $1 order by l.sub_busi_code`,
    [PROJECT],
  )

async function grant(company: TestCompany): Promise<void> {
  await company.query(
    `insert into project (code, name_zh, name_en, country_code, scope_id)
     select $1, '测试项目', 'Project of the tests', c.code, c.organisation_id from country c where c.code = 'BD'`,
    [PROJECT],
  )
  const now = productNow()
  const { data, msg } = await company.as('in.channel').submit(countryBudget, {
    applyType: 'grant',
    idcCode: INDIA.idcCode,
    areaId: INDIA.areaId,
    year: now.getUTCFullYear(),
    month: now.getUTCMonth() + 1,
    budgetDeptCode: 'BD01',
    projectPoolCode: 'PP01',
    productClass: 'phone',
    currency: INDIA.currency,
    reason: 'What the tests spend',
    source: 'typed',
    lines: LINES.map((line) => ({ countryCode: 'BD', projectCode: PROJECT, ...line })),
  })
  if (!data) throw new Error(`the budgets of the tests were refused: ${msg}`)
  const { last } = await company.agreeAll(countryBudget, data.formInstanceId)
  if (last.data?.state !== 'approved') throw new Error(`the budgets of the tests were not granted: ${last.msg}`)
}
