import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authorityInForce, type AuthorityRow, withAuthority } from '#kernel/engine/approval/authority.ts'
import { holds, type TemplateStep, type Variables } from '#kernel/engine/approval/approval-route.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import type { ApprovalType, VariableSpec } from '#kernel/engine/approval/approval-type.ts'
import { loadApprovalTypes } from '#app/approval-types.ts'
import { kernelVariables } from '#areas/approval-routes/kernel-variables.template.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'

const approvalTypes = await loadApprovalTypes()

// The routes of domain.md section 2 as they are delivered: the same in the repository and in the database, readable in
// both languages, and with an approver in every step of every region.

let pool: ReturnType<typeof createPool>
let authority: AuthorityRow

const rows = async <T extends object>(text: string, values: unknown[] = []) => (await pool.query<T>(text, values)).rows

beforeAll(async () => {
  pool = createPool({ databaseUrl: await demoDatabase(), max: 2, name: 'test' })
  const row = await reading(pool, (tx) => tx.first(authorityInForce('USD', 2026)))
  if (!row) throw new Error('no delegation of authority')
  authority = row
})

afterAll(async () => {
  await pool?.end()
})

const REGIONS = ['EU', 'IN', 'ID', 'SEA', 'MEA', 'CIS', 'LATAM', 'CN'] as const
/** An amount of each band. */
const AMOUNTS = { T1: '10000.00', T2: '50000.00', T3: '200000.00', T4: '200000.01' } as const

/** The possible variables of a document: every flag off, and every flag on. */
function saying({ variables }: ApprovalType, isOn: boolean): Variables {
  const value = (spec: VariableSpec) => {
    if (spec.kind === 'boolean') return isOn
    if (spec.kind === 'number') return isOn ? 1000 : 0
    if (spec.kind === 'list') return []
    return (isOn ? spec.options?.at(-1) : spec.options?.at(0)) ?? ''
  }
  return Object.fromEntries(Object.entries(variables).map(([name, spec]) => [name, value(spec)]))
}

const known = new Map<string, readonly TemplateStep[]>()

/** Many regions ask for people of the same roles, and parsing a condition is slow, so each case is computed once. */
function needed(
  type: ApprovalType,
  amount: string,
  isOn: boolean,
  drafterRoles: readonly string[] = [],
): readonly TemplateStep[] {
  const name = [type.code, amount, isOn, ...drafterRoles.toSorted()].join(' ')
  const steps = known.get(name) ?? stepsNeeded(type, amount, isOn, drafterRoles)
  known.set(name, steps)
  return steps
}

function stepsNeeded(
  type: ApprovalType,
  amount: string,
  isOn: boolean,
  drafterRoles: readonly string[],
): readonly TemplateStep[] {
  const own = { ...saying(type, isOn), drafterRoles }
  const variables = withAuthority(own, { amount, currency: 'USD' }, authority, type.steps)
  return type.steps.filter((step) => step.when === undefined || holds(step.when, variables))
}

const keys = (steps: readonly TemplateStep[]) => steps.map((step) => step.key).join(' ')

describe('the delivered route templates', () => {
  it('the delivered route templates are the newest versions in a new database', async () => {
    const found = await rows(
      `select distinct on (code) code, version, name_zh, name_en, process, steps from approval_template order by code, version desc`,
    )
    const wanted = approvalTypes.map(({ code, version, name, process, steps }) => {
      return { code, version, name_zh: name.zh, name_en: name.en, process, steps }
    })
    expect(found).toEqual(wanted.toSorted((a, b) => (a.code < b.code ? -1 : 1)))
  })

  it('the delivered route templates name steps and reasons in both languages', () => {
    for (const { code, name, steps, variables } of approvalTypes) {
      const texts = [name, ...Object.values(variables).map(({ label }) => label)]
      for (const step of steps) texts.push(step.name, step.rule ?? { zh: '', en: '' })
      for (const { zh, en } of texts) {
        expect([code, zh, /[\u4e00-\u9fff]|RSM/.test(zh)]).toEqual([code, zh, true])
        expect([code, en, /^[A-Z]/.test(en) && !/[\u4e00-\u9fff]/.test(en)]).toEqual([code, en, true])
      }
      expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length)
      for (const { remindAfterHours = 0, escalateAfterHours = 0 } of steps)
        expect(remindAfterHours).toBeLessThan(escalateAfterHours)
    }
  })

  it('the delivered route templates name roles that exist', async () => {
    const found = await rows<{ code: string }>('select code from role')
    const known = new Set(found.map(({ code }) => code))
    const named = approvalTypes.flatMap(({ steps }) => steps.flatMap(({ who }) => ('role' in who ? [who.role] : [])))
    expect(named.filter((code) => !known.has(code ?? ''))).toEqual([])
    expect(authority.bands.flatMap(({ levels }) => levels).filter((code) => !known.has(code))).toEqual([])
  })
})

it('a route template declares the variables of its document and those of the kernel', async () => {
  const found = await rows<{ template_code: string; variables: Variables }>(
    'select distinct on (template_code) template_code, variables from approval_instance order by template_code, started_at desc',
  )
  expect(found.map((row) => row.template_code)).toContain('budget_country')
  for (const { template_code: code, variables } of found) {
    const declared = Object.keys(approvalTypes.find((type) => type.code === code)?.variables ?? {})
    const said = Object.keys(variables)
    expect([code, [...declared, ...Object.keys(kernelVariables)].filter((name) => !said.includes(name))]).toEqual([
      code,
      [],
    ])
  }
})

describe('the routes of domain.md', () => {
  const T1 = 'firstLevel rsm'
  /** By type: the steps in bands T1 to T4 when the document has no special property. */
  const ROUTES: Readonly<Record<string, readonly [t1: string, t2: string, t3: string, t4: string] | string>> = {
    template_gs_price_adj: 'manager secondLevel countryFinance rsd',
    budget_country: 'manager regionalFinance rsd hqBudget',
    budget_pool: 'hqBudget hqFinance',
    budget_setting: 'hqBudget',
    budget_transfer: 'giverManager receiverManager regionalFinance',
    scheme_application: [
      `${T1} marketing countryFinance`,
      `${T1} marketing countryFinance rcsm rsd`,
      `${T1} marketing countryFinance rcsm rsd regionalFinance`,
      `${T1} marketing countryFinance rcsm rsd regionalFinance hqOwner hqFinance`,
    ],
    scheme_withhold: [
      'businessFinance financeManager',
      'businessFinance financeManager',
      'businessFinance financeManager regionalFinance',
      'businessFinance financeManager regionalFinance',
    ],
    scheme_reversal: [
      'businessFinance',
      'businessFinance',
      'businessFinance financeManager',
      'businessFinance financeManager',
    ],
    scheme_execute: [
      `${T1} businessFinance settlementFinance`,
      `${T1} businessFinance settlementFinance rcsm rsd`,
      `${T1} businessFinance settlementFinance rcsm rsd regionalFinance`,
      `${T1} businessFinance settlementFinance rcsm rsd regionalFinance hqOwner hqFinance`,
    ],
    scheme_terminate: [
      `${T1} marketing countryFinance`,
      `${T1} marketing countryFinance rcsm`,
      `${T1} marketing countryFinance rcsm rsd`,
      `${T1} marketing countryFinance rcsm rsd regionalFinance hqOwner`,
    ],
    scheme_adjust: [
      `${T1} countryFinance`,
      `${T1} countryFinance rcsm rsd`,
      `${T1} countryFinance rcsm rsd regionalFinance`,
      `${T1} countryFinance rcsm rsd regionalFinance hqOwner hqFinance`,
    ],
    scheme_annual_carryover: 'countryFinance rsd hqBudget hqFinance',
    receivables_adjustment: 'arAccountant countryFinance regionalFinance',
    negative_redemption: 'settlementFinance rsm rsd regionalFinance',
    special_price: 'manager secondLevel countryFinance rsd',
    invoice_adjustment: [
      'billing countryFinance tax',
      'billing countryFinance tax rcsm rsd',
      'billing countryFinance tax rcsm rsd regionalFinance',
      'billing countryFinance tax rcsm rsd regionalFinance hqOwner hqFinance',
    ],
    contract: 'channelManager rsd legal countryFinance hqOwner',
    recharge: ['countryFinance', 'countryFinance', 'countryFinance treasury', 'countryFinance treasury'],
    price_application: 'manager rsm countryFinance',
    imei_transfer: 'giverManager receiver',
    record_change: 'countryFinance regionalFinance',
    budget_year_end: 'countryFinance rsd hqBudget hqFinance',
  }

  it.each(approvalTypes.map((type) => [type.code, type] as const))(
    'the route of %s has the steps of domain.md in every band',
    (code, type) => {
      const route = ROUTES[code] ?? ''
      const wanted = typeof route === 'string' ? [route, route, route, route] : route
      expect(wanted, `ROUTES of this test does not say the steps of ${code}`).not.toContain('')
      expect(Object.values(AMOUNTS).map((amount) => keys(needed(type, amount, false)))).toEqual(wanted)
    },
  )

  it('a route has further steps where the document says something special', () => {
    const special = (code: string) => {
      const type = approvalTypes.find((one) => one.code === code)
      return type ? keys(needed(type, AMOUNTS.T1, true)) : ''
    }
    expect(special('template_gs_price_adj')).toBe(
      'manager secondLevel countryFinance rsd regionalFinance hqPricing hqFinance',
    )
    expect(special('budget_country')).toBe('manager regionalFinance rsd')
    expect(special('budget_transfer')).toBe('giverManager receiverManager regionalFinance hqBudget')
    expect(special('scheme_application')).toContain('regionalFinance hqOwner hqFinance')
    expect(special('scheme_reversal')).toBe('businessFinance financeManager regionalFinance hqOwner hqFinance')
    expect(special('receivables_adjustment')).toBe('arAccountant countryFinance regionalFinance hqOwner hqFinance')
    expect(special('negative_redemption')).toMatch(/hqOwner hqFinance$/)
    expect(special('special_price')).toMatch(/rsd hqPricing$/)
    expect(special('recharge')).toBe('countryFinance treasury')
    expect(special('imei_transfer')).toBe('giverStaff giverManager receiverStaff rsm imeiAdmin')
  })
})

describe('the routes in every region', () => {
  /** Holders of each role in a region or above it, from the tables alone. */
  async function holders(region: string): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = await rows<{ role_code: string; accounts: string[] }>(
      `select r.role_code, array_agg(u.account order by u.account) as accounts from user_role r join app_user u on u.id = r.user_id
       join organisation o on o.id = r.organisation_id where o.code in ($1, 'HQ') group by 1`,
      [region],
    )
    return new Map(found.map((row) => [row.role_code, row.accounts]))
  }

  it.each(REGIONS)('region %s has people for every step of every route', async (region) => {
    const held = await holders(region)
    const empty = approvalTypes.flatMap(({ code, steps }) =>
      steps
        .filter(({ who }) => 'role' in who && !held.has(who.role ?? ''))
        .map((step) => `${code} ${step.key}: nobody holds it`),
    )
    expect(empty).toEqual([])
  })

  it.each(REGIONS)('region %s: somebody other than the drafter decides in every band', async (region) => {
    const held = await holders(region)
    const drafters = new Set([...held.values()].flat())
    const refused: string[] = []
    for (const type of approvalTypes) {
      for (const [band, amount] of Object.entries(AMOUNTS)) {
        for (const isOn of [false, true]) {
          for (const drafter of drafters) {
            const roles = [...held].filter(([, accounts]) => accounts.includes(drafter)).map(([code]) => code)
            const steps = needed(type, amount, isOn, roles)
            const free = steps.filter(
              ({ who }) => 'role' in who && held.get(who.role ?? '')?.some((account) => account !== drafter),
            )
            if (free.length === 0) refused.push(`${type.code} ${band} by ${drafter}`)
          }
        }
      }
    }
    expect(drafters.size).toBeGreaterThan(3)
    expect(refused).toEqual([])
  })
})
