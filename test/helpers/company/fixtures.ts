import { productNow } from '#kernel/base/clock/clock.ts'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import type { Acted, Acting, ContentOf, Query } from './actor.ts'

// Objects of the demonstration company that tests use, by name. These codes are in the demonstration on every day.

/** The data centre that most stories are told in: India, which looks after Bangladesh too. */
export const INDIA = { idcCode: 'IN', areaId: 2, currency: 'INR' } as const
export const INDONESIA = { idcCode: 'ID', areaId: 3, currency: 'IDR' } as const
/** The regions without people of their own, for which headquarters acts. */
export const [SOUTHEAST_ASIA, MIDDLE_EAST, LATIN_AMERICA] = [
  { idcCode: 'SEA', areaId: 4, currency: 'USD' },
  { idcCode: 'MEA', areaId: 5, currency: 'USD' },
  { idcCode: 'LATAM', areaId: 7, currency: 'USD' },
] as const

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

/** The rows `t` of a region: of its organisation and of those below it. */
export const within = (region: string): string =>
  `t.scope_id in (select o.id from organisation o left join organisation p on p.id = o.parent_id where '${region}' in (o.code, p.code))`

interface AnyRow {
  readonly id: string
  readonly version: number
  readonly [column: string]: unknown
}

/** The oldest row of a table in a region, for laws that go over all tables: the rows that they need have no names. */
export async function oldestIn(
  of: { query<T>(text: string, values?: unknown[]): Promise<T[]> },
  table: string,
  region: string,
  more = 'true',
): Promise<AnyRow | undefined> {
  const oldest = `select min(t.id) from ${table} t where ${within(region)} and ${more}`
  return (await of.query<AnyRow>(`select a.*, a.id::text as id from ${table} a where a.id = (${oldest})`))[0]
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

type Granting = Acting<{ readonly data: Acted; readonly msg: string }> & { readonly query: Query }
type Header = Partial<ContentOf<typeof countryBudget>>

export interface Region {
  readonly idcCode: string
  readonly areaId: number
  readonly currency: string
}

interface Line {
  readonly fscId: string
  readonly subBusiCode: string
  readonly productLineCode: string
  readonly amount: string
}

const DISPLAYS: Line = { fscId: 'FSC1003', subBusiCode: 'S0302', productLineCode: 'PH40', amount: '4500000.00' }
const PROMOTERS: Line = { fscId: 'FSC1004', subBusiCode: 'S0401', productLineCode: 'PH50', amount: '2700000.00' }

/** Two budgets for schemes that one application may name together: of Bangladesh, granted when they are first asked for. */
export async function grantedBudgets(company: Granting): Promise<readonly [BudgetFixture, BudgetFixture]> {
  const [budget, other] = await grantedOnce(company, INDIA, 'BD', [DISPLAYS, PROMOTERS])
  if (!budget || !other) throw new Error('the budgets of the tests were not granted')
  return [budget, other]
}

/** The code of a small budget of a country, granted when it is first asked for. */
export async function grantedBudget(company: Granting, region: Region, country: string, header?: Header) {
  const productLineCode = header?.productClass === 'iot' ? 'IO10' : 'PH40'
  const line = { ...DISPLAYS, productLineCode, amount: '5000.00' }
  const [budget] = await grantedOnce(company, region, country, [line], header)
  if (!budget) throw new Error(`no budget of ${country} was granted`)
  return budget.code
}

/** A project that only tests know, so that nobody else spends its budgets. */
const projectOf = (country: string) => `PJ-${country}-TEST`

async function grantedOnce(
  company: Granting,
  region: Region,
  country: string,
  lines: readonly Line[],
  header?: Header,
): Promise<BudgetFixture[]> {
  const find = () =>
    company.query<BudgetFixture>(
      `select l.code, l.area_id as area, l.currency, l.product_class as class, l.year, l.month, a.avl
       from budget_line l join budget_account a on a.id = l.id where l.project_code = $1 and l.month = coalesce($2, l.month)
       order by l.sub_busi_code`,
      [projectOf(country), header?.month ?? null],
    )
  const known = await find()
  if (known.length > 0) return known
  await grant(company, region, country, lines, header)
  return find()
}

/** Grants budgets in the month of the clock, by India's own people, or by the administrator and those who act for a region. */
export async function grant(
  company: Granting,
  { idcCode, areaId, currency }: Region,
  country: string,
  lines: readonly Line[],
  header: Header = {},
): Promise<Acted> {
  await company.query(
    `insert into project (code, name_zh, name_en, country_code, scope_id)
     select $1, '测试项目' || c.code, 'Project of the tests in ' || c.code, c.code, c.organisation_id from country c where c.code = $2
     on conflict do nothing`,
    [projectOf(country), country],
  )
  const now = productNow()
  const { data, msg } = await company.as(idcCode === 'IN' ? 'in.channel' : 'admin').submit(countryBudget, {
    applyType: 'grant',
    idcCode,
    areaId,
    year: now.getUTCFullYear(),
    month: now.getUTCMonth() + 1,
    budgetDeptCode: 'BD01',
    projectPoolCode: 'PP01',
    productClass: 'phone',
    currency,
    reason: 'Spent by the tests',
    source: 'typed',
    ...header,
    lines: lines.map((line) => ({ countryCode: country, projectCode: projectOf(country), ...line })),
  })
  if (!data) throw new Error(`the budgets of ${country} were refused: ${msg}`)
  const { last } = await company.agreeAll(countryBudget, data.formInstanceId)
  if (last.data?.state !== 'approved') throw new Error(`the budgets of ${country} were not granted: ${last.msg}`)
  return data
}
