import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { budgetSetting } from './budget-setting.doc.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { testCompany, type TestCompany } from '#test/helpers/company/test-company.ts'
import type { DemoServer } from '#test/helpers/servers/demo-server.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'

let company: TestCompany
let server: DemoServer
/** Funded budgets of India of this year, and one of Indonesia. */
let codes: readonly string[]
let foreign: string
let year: number
const areas = new Map<string, number>()

beforeAll(async () => {
  company = await testCompany()
  server = company.server
  const rows = await server.query<{ code: string; idc: string; year: number; area_id: number }>(
    `select l.code, r.idc_code as idc, l.year, l.area_id from budget_line l join budget_account a on a.id = l.id join area r on r.id = l.area_id
     where l.state = 'open' and a.avl > 0 and r.idc_code in ('IN', 'ID') and a.mode = 'absolute' and a.tolerance = 0 and l.owner_id is null and l.valid_from is null
     order by l.id desc`,
  )
  for (const row of rows) areas.set(row.idc, row.area_id)
  year = rows[0]!.year
  codes = rows.filter((row) => row.idc === 'IN' && row.year === year).map(({ code }) => code)
  foreign = rows.find((row) => row.idc === 'ID')!.code
})

afterAll(() => server?.close())

const API = '/aps/budget/setting'

const content = (targets: readonly string[], header: object) => ({
  target: 'line',
  idcCode: 'IN',
  areaId: areas.get('IN'),
  year,
  mode: 'keep',
  owner: 'keep',
  validity: 'keep',
  reason: 'The festival budget may run over',
  ...header,
  lines: targets.map((targetCode) => ({ targetCode })),
})

const submit = (targets: readonly string[], header: object, account = 'in.finance') =>
  server.call<Acted>(account, `${API}/submit`, content(targets, header))

async function decide(
  formInstanceId: string,
): Promise<{ by: string; code: number | string; state: string; keys: string[] }> {
  const { by, result } = await company.decideNext(budgetSetting, formInstanceId)
  const { code, data, error } = result
  return { by, code, state: data?.state ?? '', keys: error ? [error.key] : [] }
}

const standing = (code: string) =>
  server.query(
    `select a.mode, a.tolerance, u.account as owner, l.valid_from::text, l.valid_to::text from budget_line l join budget_account a on a.id = l.id
     left join app_user u on u.id = l.owner_id where l.code = $1`,
    [code],
  )

describe('a change of budget control', () => {
  it('a change of budget control is requested by country finance and approved by headquarters', async () => {
    const asked = await submit(codes.slice(0, 2), { mode: 'advisory' })
    expect(asked.code).toBe(200)
    const lines = await server.query(
      'select old_mode, new_mode, old_tolerance, new_tolerance from budget_setting_line where document_id = $1 order by line_no',
      [asked.data.id],
    )
    const line = { old_mode: 'absolute', new_mode: 'advisory', old_tolerance: '0', new_tolerance: '0' }
    expect(lines).toEqual([line, line])
    const first = await decide(asked.data.formInstanceId)
    expect(first).toMatchObject({ by: 'hq.budget', code: 200, state: 'underApproval' })
    expect(await standing(codes[0]!)).toMatchObject([{ mode: 'absolute' }])
    expect(await decide(asked.data.formInstanceId)).toMatchObject({ by: 'hq.finance', state: 'approved' })
    expect(await standing(codes[0]!)).toMatchObject([{ mode: 'advisory' }])
    expect(await standing(codes[1]!)).toMatchObject([{ mode: 'advisory' }])

    const back = await submit(codes.slice(0, 2), { mode: 'absolute', owner: 'person', ownerAccount: 'in.channel' })
    expect(await decide(back.data.formInstanceId)).toMatchObject({ by: 'hq.budget', state: 'approved' })
    expect(await standing(codes[0]!)).toMatchObject([{ mode: 'absolute', owner: 'in.channel' }])
    expect(await brokenInvariants((text, values) => server.query(text, values))).toEqual([])
  })

  it('a change of budget control keeps fields it does not mention, and can remove a validity', async () => {
    const code = codes[2]!
    const days = { validity: 'between', validFrom: `${year}-01-01`, validTo: `${year + 1}-01-01` }
    const asked = await submit([code], { ...days, tolerance: 5 })
    await decide(asked.data.formInstanceId)
    await decide(asked.data.formInstanceId)
    const set = { mode: 'absolute', tolerance: '5.00', valid_from: `${year}-01-01`, valid_to: `${year + 1}-01-01` }
    expect(await standing(code)).toMatchObject([set])
    const always = await submit([code], { validity: 'always' })
    await decide(always.data.formInstanceId)
    expect(await standing(code)).toMatchObject([{ ...set, valid_from: null, valid_to: null }])
  })

  it('the control of a pool is changed in the same way', async () => {
    const [pool] = await server.query<{ code: string }>(
      'select min(project_pool_code) as code from budget_pool where area_id = $1 and year = $2',
      [areas.get('IN'), year],
    )
    const asked = await submit(
      [pool!.code],
      { target: 'pool', owner: 'person', ownerAccount: 'in.finance' },
      'hq.budget',
    )
    expect(await decide(asked.data.formInstanceId)).toMatchObject({ by: 'hq.finance', state: 'approved' })
    const owners = await server.query(
      `select u.account from budget_pool p join app_user u on u.id = p.owner_id where p.project_pool_code = $1 and p.year = $2 and p.area_id = $3`,
      [pool!.code, year, areas.get('IN')],
    )
    expect(owners).toEqual([{ account: 'in.finance' }])
  })

  it('a change of budget control is refused at approval when the setting has changed meanwhile', async () => {
    const code = codes[3]!
    const one = await submit([code], { tolerance: 10 })
    const other = await submit([code], { owner: 'person', ownerAccount: 'in.finance' })
    expect(await decide(other.data.formInstanceId)).toMatchObject({ state: 'approved' })
    await decide(one.data.formInstanceId)
    expect(await decide(one.data.formInstanceId)).toMatchObject({ code: 409, keys: ['budget.settingMoved'] })
    expect(await standing(code)).toMatchObject([{ tolerance: '0.00', owner: 'in.finance' }])
  })

  it('a change of budget control is refused when it says nothing, the same or something impossible', async () => {
    const code = codes[4]!
    const refused = async (targets: readonly string[], header: object, account?: string) => {
      const answer = await submit(targets, header, account)
      return `${answer.error?.field} ${answer.error?.key.replace('budget.', '')}`
    }
    expect(await refused([code], {})).toBe('mode settingNothing')
    expect(await refused([code], { mode: 'absolute' })).toBe('targetCode settingSame')
    expect(await refused([code, code], { mode: 'tracking' })).toBe('targetCode duplicateLine')
    for (const unknown of ['BL999999', foreign])
      expect(await refused([unknown], { mode: 'tracking' })).toBe('targetCode budgetUnknown')
    expect(await refused([code], { mode: 'advisory', tolerance: 5 })).toBe('tolerance toleranceOfAbsolute')
    expect(await refused([code], { owner: 'person', ownerAccount: 'no.body' })).toBe('ownerAccount ownerUnknown')
    const days = (validFrom: string | null, validTo: string | null) => ({ validity: 'between', validFrom, validTo })
    expect(await refused([code], days(null, null))).toBe('validFrom validityEmpty')
    expect(await refused([code], days('2026-02-30', null))).toBe('validFrom document.noSuchDay')
    expect(await refused([code], days('2026-03-01', '2026-03-01'))).toBe('validTo validityEmpty')
    expect(await refused([code], { mode: 'tracking' }, 'in.channel')).toBe('undefined http.forbidden')
  })
})

it('a draft of a budget control change does not show the name of a budget of another area', async () => {
  const saved = await server.call<Acted>('in.finance', `${API}/save`, content([foreign, codes[0]!], {}))
  const { data } = await server.call<{ names: { targets: object } }>('in.finance', `${API}/detail`, {
    id: saved.data.id,
  })
  expect(Object.keys(data.names.targets)).toEqual([codes[0]])
})
