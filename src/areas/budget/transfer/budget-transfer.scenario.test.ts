import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Acted } from '#test/helpers/company/actor.ts'
import { grantedBudget, INDIA, SOUTHEAST_ASIA } from '#test/helpers/company/fixtures.ts'
import { testCompany, type TestCompany } from '#test/helpers/company/test-company.ts'
import { budgetTransfer } from './budget-transfer.doc.ts'
import type { DemoServer } from '#test/helpers/servers/demo-server.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'

let company: TestCompany
let server: DemoServer

beforeAll(async () => {
  company = await testCompany()
  server = company.server
})

afterAll(async () => {
  await server?.close()
})

interface Budget {
  readonly code: string
  readonly area: number
  readonly idc: string
  readonly year: number
  readonly month: number
  readonly dept: string
  readonly pool: string
  readonly class: string
  readonly currency: string
  readonly country: string
  readonly project: string
  readonly fsc: string
  readonly sub: string
  readonly product: string
  readonly avl: string
}

const BUDGETS = `select l.code, l.area_id as area, r.idc_code as idc, l.year, l.month, l.budget_dept_code as dept, l.project_pool_code as pool,
    l.product_class as class, l.currency, l.country_code as country, l.project_code as project, l.fsc_id as fsc, l.sub_busi_code as sub,
    l.product_line_code as product, a.avl
  from budget_line l join budget_account a on a.id = l.id join area r on r.id = l.area_id`

const budgetOf = async (code: string) => (await server.query<Budget>(`${BUDGETS} where l.code = $1`, [code]))[0]!

/** Two budgets of India that differ in country only, so that a transfer is allowed. */
async function pair(): Promise<readonly [Budget, Budget]> {
  const [from, to] = [await grantedBudget(company, INDIA, 'IN'), await grantedBudget(company, INDIA, 'NP')]
  return [await budgetOf(from), await budgetOf(to)]
}

const header = (from: Budget, more: object = {}) => ({
  level: 'country',
  idcCode: from.idc,
  areaId: from.area,
  toIdcCode: from.idc,
  toAreaId: from.area,
  year: from.year,
  month: from.month,
  budgetDeptCode: from.dept,
  projectPoolCode: from.pool,
  productClass: from.class,
  currency: from.currency,
  reason: 'The festival is in the other country this year',
  ...more,
})

const line = (from: Budget, to: Budget, amount: string) => ({
  fromBudgetCode: from.code,
  countryCode: to.country,
  projectCode: to.project,
  fscId: to.fsc,
  subBusiCode: to.sub,
  productLineCode: to.product,
  amount,
})

const API = '/aps/budget/country/transfer'
const submit = (account: string, content: object) => server.call<Acted>(account, `${API}/bpm/template-code`, content)
const available = async (code: string) => (await budgetOf(code)).avl
const minus = (amount: string, less: number) => (Number(amount) - less).toFixed(2)

interface Shown {
  readonly contentHash: string
  readonly approval: { readonly steps: readonly { readonly key: string; readonly status: string }[] }
  readonly decisionFacts: { readonly lines: readonly { readonly available: string; readonly after: string }[] }
}

async function decide(formInstanceId: string, verb: 'approve' | 'reject', opinion: string): Promise<void> {
  const { result } = await company.decideNext(budgetTransfer, formInstanceId, verb, { opinion })
  expect([verb, result.status, result.msg]).toEqual([verb, 200, expect.anything()])
}

async function agreed(formInstanceId: string): Promise<readonly string[]> {
  const { last, people } = await company.agreeAll(budgetTransfer, formInstanceId)
  expect(last.data?.state).toBe('approved')
  return people
}

const sound = async () => expect(await brokenInvariants((text, values) => server.query(text, values))).toEqual([])

describe('a transfer', () => {
  it('a transfer holds the giving budget at its submit and moves the money at the last approval', async () => {
    const [from, to] = await pair()
    const content = { ...header(from), lines: [line(from, to, '400.00')] }
    const soft = await server.call<{ refusals: unknown[]; lines: unknown[] }>(
      'in.channel',
      '/gs/IN/oversea/aps/budget/country/project/transfer/check',
      content,
    )
    expect(soft.data).toMatchObject({ refusals: [], lines: [{ row: 0, budgetCode: to.code, available: from.avl }] })

    const { data } = await submit('in.channel', content)
    expect(data).toMatchObject({ state: 'underApproval' })
    expect([await available(from.code), await available(to.code)]).toEqual([minus(from.avl, 400), to.avl])
    const shown = await server.call<Shown>('in.channel', `${API}/detail`, { formInstanceId: data.formInstanceId })
    expect(shown.data.decisionFacts.lines).toEqual([{ lineNo: 1, available: from.avl, after: minus(from.avl, 400) }])
    await sound()

    const people = await agreed(data.formInstanceId)
    expect(people).toContain('in.manager')
    expect(people).not.toContain('hq.budget')
    expect([await available(from.code), await available(to.code)]).toEqual([minus(from.avl, 400), minus(to.avl, -400)])
    await sound()
  })

  it('a rejected transfer releases its amount, and an approved one opens the receiving budget', async () => {
    const [from, to] = await pair()
    const before = await available(from.code)
    const other = { ...to, sub: 'S0801', fsc: 'FSC1008' }
    const content = { ...header(from), lines: [line(from, other, '10.50')] }
    const first = await submit('in.channel', content)
    expect(first.data.state).toBe('underApproval')
    await decide(first.data.formInstanceId, 'reject', 'Not this year')
    expect(await available(from.code)).toBe(before)

    const second = await submit('in.channel', content)
    await agreed(second.data.formInstanceId)
    const [made] = await server.query<Budget & { state: string; transferred_in: string }>(
      `select l.state, a.avl, a.transferred_in from budget_line l join budget_account a on a.id = l.id
       where l.country_code = $1 and l.sub_busi_code = 'S0801' and l.year = $2 and l.month = $3 and l.project_pool_code = $4
         and l.budget_dept_code = $5 and l.product_line_code = $6 and l.project_code = $7`,
      [to.country, from.year, from.month, from.pool, from.dept, to.product, to.project],
    )
    expect(made).toEqual({ state: 'open', avl: '10.50', transferred_in: '10.50' })
    await sound()
  })

  it('transfers never give more than the budget has, whatever the number of lines and documents', async () => {
    const [from, to] = await pair()
    const half = (Number(from.avl) / 2 + 1).toFixed(2)
    const both = await submit('in.channel', {
      ...header(from),
      lines: [line(from, to, half), line(from, { ...to, sub: 'S0801', fsc: 'FSC1008' }, half)],
    })
    expect([both.status, both.error]).toMatchObject([400, { key: 'budget.exceedsLine', field: 'amount' }])

    const one = { ...header(from), lines: [line(from, to, half)] }
    const answers = await Promise.all(['in.channel', 'in.channel', 'in.channel'].map((account) => submit(account, one)))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400', '400'])
    const won = answers.find(({ status }) => status === 200)!.data
    await server.call('in.channel', `${API}/withdraw`, { formInstanceId: won.formInstanceId, version: won.version })
    expect(await available(from.code)).toBe(from.avl)
    await sound()
  })

  it('a transfer is refused for every rule that it breaks', async () => {
    const [from, to] = await pair()
    const keysOf = async (lines: readonly object[], more: object = {}) => {
      const { data } = await server.call<{ refusals: readonly { key: string; field: string; row?: number }[] }>(
        'in.channel',
        '/gs/IN/oversea/aps/budget/country/project/transfer/check',
        { ...header(from, more), lines },
      )
      return data.refusals.map(({ key, field, row }) => [key, field, row])
    }
    expect(await keysOf([line(from, from, '1.00')])).toEqual([['budget.sameBudget', 'fromBudgetCode', 0]])
    expect(await keysOf([line(from, { ...from, sub: 'S0801', fsc: 'FSC1008' }, '1.00')])).toEqual([
      ['budget.sameCountry', 'countryCode', 0],
    ])
    expect(await keysOf([line(from, to, '1.00')], { level: 'project' })).toEqual([
      ['budget.otherCountry', 'countryCode', 0],
    ])
    expect(await keysOf([line(from, { ...from, sub: 'S0801', fsc: 'FSC1008' }, '1.00')], { level: 'project' })).toEqual(
      [['budget.sameProject', 'projectCode', 0]],
    )
    expect(await keysOf([line(from, to, '1.00'), line(from, to, '2.00')])).toEqual([
      ['budget.duplicateLine', 'fromBudgetCode', 1],
    ])
    expect(await keysOf([line({ ...from, code: 'BL000000000' }, to, '1.00')])).toEqual([
      ['budget.budgetUnknown', 'fromBudgetCode', 0],
    ])
    expect(await keysOf([line(from, to, '1.00')], { month: from.month === 12 ? 11 : from.month + 1 })).toEqual([
      ['budget.mixedBudgets', 'fromBudgetCode', 0],
    ])
    // The receiver's approvers are found by its data centre, so another one than the area's would reach another region.
    expect(await keysOf([line(from, to, '1.00')], { toIdcCode: 'ID' })).toEqual([
      ['budget.areaMismatch', 'toAreaId', undefined],
    ])
    // An area that the drafter does not see answers like a missing one.
    const away = { toIdcCode: 'ID', toAreaId: 3 }
    const nowhere = { toIdcCode: 'XX', toAreaId: 99 }
    expect((await keysOf([line(from, to, '1.00')], away)).map(([key]) => key)).toEqual(
      (await keysOf([line(from, to, '1.00')], nowhere)).map(([key]) => key),
    )
  })

  it('a transfer across regions ends at headquarters and gives the receiving area a pool', async () => {
    const from = await budgetOf(await grantedBudget(company, SOUTHEAST_ASIA, 'TH'))
    const [to] = await server.query<Budget>(
      `select 'MEA' as idc, c.area_id as area, c.code as country, p.code as project, $1::text as fsc, $2::text as sub, $3::text as product
       from project p join country c on c.code = p.country_code where p.code = 'PJ-AE-01'`,
      [from.fsc, from.sub, from.product],
    )
    const content = {
      ...header(from, { toIdcCode: 'MEA', toAreaId: to!.area }),
      lines: [line(from, to!, '25.00')],
    }
    const { data, msg } = await submit('admin', content)
    expect([data?.state, msg]).toEqual(['underApproval', expect.anything()])
    await agreed(data.formInstanceId)
    const [received] = await server.query<{ avl: string; pools: string }>(
      `select a.avl, (select count(*) from budget_pool p where p.area_id = l.area_id and p.project_pool_code = l.project_pool_code
         and p.year = l.year and p.currency = l.currency) as pools
       from budget_line l join budget_account a on a.id = l.id where l.area_id = $1 and l.project_code = $2 and l.sub_busi_code = $3
         and l.month = $4 and l.year = $5 and l.project_pool_code = $6 and l.budget_dept_code = $7 and l.product_line_code = $8`,
      [to!.area, to!.project, to!.sub, from.month, from.year, from.pool, from.dept, to!.product],
    )
    expect(received).toMatchObject({ pools: '1' })
    expect(Number(received!.avl)).toBeGreaterThanOrEqual(25)
    await sound()
  })
})
