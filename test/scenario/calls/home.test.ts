import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoleContent } from '#areas/permission/permission-wire.ts'
import { monitor as monitorEn } from '#kernel/services/monitor/locale/monitor.en.ts'
import { permissionWorld } from '#test/helpers/permission-world.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import type { HomeGroup } from '#kernel/services/home/home-groups.ts'
import type { HomeCard } from '#kernel/services/home/home-wire.ts'

// The cards of the home page in the demonstration company: each role finds what concerns it, and nothing of others.

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})
afterAll(() => server?.close())

async function cards(account: string, group: HomeGroup): Promise<ReadonlyMap<string, HomeCard>> {
  const { data } = await server.get<readonly HomeCard[]>(account, `/aps/home/cards?group=${group}`)
  return new Map(data.map((card) => [card.key, card]))
}

interface Counted {
  readonly total: number
  readonly isMore: boolean
}
interface Mine extends Counted {
  readonly documentType: string
  readonly states: readonly (Counted & { readonly state: string })[]
}

const numberOf = (card: HomeCard | undefined) =>
  (card?.figures ?? []).reduce((sum, figure) => sum + Number(figure.value), 0)

const menuOf = async (account: string) =>
  (await server.get<{ menus: { url: string }[] }>(account, '/aps/v1/admin/init')).data.menus

describe('what waits', () => {
  it('the home page of a manager counts their tasks and shows those whose time limit ends first', async () => {
    const { data: boxes } = await server.get<{ open: number }>('in.manager', '/aps/task/boxes')
    const tasks = (await cards('in.manager', 'waiting')).get('tasks')
    expect(boxes.open).toBeGreaterThan(0)
    expect(numberOf(tasks)).toBe(boxes.open)
    expect(tasks?.rows.length).toBe(Math.min(5, boxes.open))
    const ends = (tasks?.rows ?? []).filter(({ atIs }) => atIs === 'remind' || atIs === 'escalate')
    expect(ends.length).toBeGreaterThan(0)
    const times = ends.map(({ at }) => String(at))
    expect(times).toEqual(times.toSorted())
    // The same moment has the same name as in the list of tasks.
    const { data: list } = await server.get<{
      records: readonly { documentNo: string; remindAt: string | null; escalateAt: string | null }[]
    }>('in.manager', '/aps/task/queryPage?box=open&limit=500')
    for (const { detail, at, atIs } of ends) {
      const row = list.records.find(({ documentNo }) => detail.startsWith(documentNo))
      expect([detail, at]).toEqual([detail, atIs === 'remind' ? row?.remindAt : row?.escalateAt])
    }
  })

  it('the home page says that nothing waits for whoever has no task', async () => {
    const tasks = (await cards('hq.auditor', 'waiting')).get('tasks')
    expect([tasks?.rows, tasks?.none === null]).toEqual([[], false])
  })

  it('a draft of a setting waits on the home page of whoever may publish it once its writer asks, and of nobody else', async () => {
    const { inForce, save, discard } = permissionWorld(() => server)
    const role = await inForce<RoleContent>('role', 'sales')
    const { data: draft } = await save('role', 'sales', { ...role, nameEn: 'Sales of the field' })
    expect((await cards('hq.it2', 'waiting')).has('drafts')).toBe(false)
    await server.call('hq.it', '/aps/setting/draft/ask', { kind: 'role', key: 'sales', draftVersion: draft.version })
    const asked = (await cards('hq.it2', 'waiting')).get('drafts')
    expect(asked?.rows.map(({ url }) => url)).toEqual(['/system/roles/edit?code=sales'])
    for (const account of ['hq.it', 'in.channel']) expect((await cards(account, 'waiting')).has('drafts')).toBe(false)
    await discard('role', 'sales')
    expect((await cards('hq.it2', 'waiting')).has('drafts')).toBe(false)
  })
})

describe('what moved', () => {
  it('a returned or rejected application stands on the home page of its drafter with the person and the reason', async () => {
    const back = (await cards('in.channel', 'moved')).get('cameBack')
    expect(back?.rows.length).toBeGreaterThan(0)
    for (const row of back?.rows ?? []) {
      expect(row.tone).toBe('bad')
      expect(row.detail).toMatch(/ · (?:Rejected|Returned) /)
    }
    expect(back?.rows.some(({ said }) => said !== null)).toBe(true)
    const days = back?.rows.map(({ at }) => String(at)) ?? []
    expect(days).toEqual(days.toSorted().toReversed())
  })

  it('an application that was returned leaves the home page of its drafter when its next round runs', async () => {
    const keys = async () => (await cards('in.channel', 'moved')).get('cameBack')?.rows.map(({ key }) => key) ?? []
    const [returned = ''] = await keys()
    await server.query(
      `insert into approval_instance (document_id, round, document_type, template_code, template_version, state, drafter_id, scope_id,
         variables, steps, content_hash, started_at)
       select document_id, round + 1, document_type, template_code, template_version, 'running', drafter_id, scope_id, variables, steps,
         content_hash, ended_at from approval_instance i
       where document_id = $1 and round = (select max(round) from approval_instance where document_id = i.document_id)`,
      [returned],
    )
    const after = await keys()
    await server.query(`delete from approval_instance where document_id = $1 and state = 'running'`, [returned])
    expect(after).not.toContain(returned)
    expect(await keys()).toContain(returned)
  })

  it('my documents are counted up to a thousand of a type and state, and say that there are more', async () => {
    await server.query(
      `insert into document (document_id, document_type, no, scope_id, drafter_id, state, round, updated_at)
       select 900000000 + k, d.document_type, 'CB2099' || k, d.scope_id, d.drafter_id, 'cancelled', 1, d.updated_at
       from document d cross join generate_series(1, 1001) k
       where d.document_id = (select min(m.document_id) from document m join app_user u on u.id = m.drafter_id
         where u.account = 'in.channel' and m.document_type = 'countryBudget')`,
    )
    const { data } = await server.get<Mine[]>('in.channel', '/aps/document/mine')
    await server.query('delete from document where document_id > 900000000')
    const grants = data.find(({ documentType }) => documentType === 'countryBudget')
    const cancelled = grants?.states.find(({ state }) => state === 'cancelled')
    expect([cancelled?.total, cancelled?.isMore, grants?.isMore]).toEqual([1000, true, true])
    expect(grants?.states.find(({ state }) => state === 'draft')?.isMore).toBe(false)
  })
})

describe('counts on the home page', () => {
  it('the tasks on the home page that are not shown are counted below those that are', async () => {
    const card = (await cards('hq.budget', 'waiting')).get('tasks')
    const all = (await server.get<{ recordTotal: number }>('hq.budget', '/aps/task/count?box=open')).data.recordTotal
    expect(all).toBeGreaterThan(5)
    expect(card?.more?.text).toBe(`${all - 5} more ${all === 6 ? 'task' : 'tasks'}`)
  })

  it('schemes are counted up to a thousand of a state, and the figure says that there are more', async () => {
    await server.query(
      `insert into scheme (id, no, version, state, scope_id, area_id, idc_code, owner_id, name, scheme_type, product_class, currency, start_date,
         end_date, claim_deadline, settlement_period, rebate_type, withhold_rate, direct_execution, approved_at, ends_on, updated_at)
       select 900000000 + k, 'SC2099' || k, 1, 'partialExecution', s.scope_id, s.area_id, s.idc_code, s.owner_id, s.name, s.scheme_type,
         s.product_class, s.currency, s.start_date, s.end_date, s.claim_deadline, s.settlement_period, s.rebate_type, s.withhold_rate,
         s.direct_execution, s.approved_at, s.ends_on, s.updated_at
       from (select * from scheme where id = (select min(id) from scheme where idc_code = 'IN')) s cross join generate_series(1, 1001) k`,
    )
    const figures = (await cards('in.channel', 'figures')).get('runningSchemes')?.figures ?? []
    await server.query('delete from scheme where id > 900000000')
    const [effective, partial] = figures
    expect([partial?.value, partial?.isMore, effective?.isMore]).toEqual(['1000', true, false])
  })
})

describe('what runs out', () => {
  it('a distributor finds their own overdue receivables and no other customer’s', async () => {
    const overdue = (await cards('in.dist', 'runsOut')).get('overdue')
    const [own] = await server.query<{ code: string }>(
      `select s.customer_code as code from user_customer s join app_user u on u.id = s.user_id where u.account = 'in.dist'`,
    )
    const [owed] = await server.query<{ value: string }>(
      `select sum(open)::text as value from receivable_item
       where customer_code = $1 and kind in ('invoice', 'debitNote') and open > 0 and due_on < product_now()::date`,
      [own!.code],
    )
    expect(overdue?.figures.map(({ value }) => value)).toEqual([owed!.value])
    for (const row of overdue?.rows ?? []) expect(row.url).toContain(own!.code)
  })

  it('schemes whose claims are due within thirty days stand on the home page, the earliest first', async () => {
    const due = (await cards('in.channel', 'runsOut')).get('claimDeadlines')
    const days = due?.rows.map(({ at }) => String(at)) ?? []
    expect(days).toEqual(days.toSorted())
    const [{ total } = { total: 0 }] = await server.query<{ total: number }>(
      `select count(*)::int as total from scheme where idc_code = 'IN' and state in ('effective', 'partialExecution')
       and claim_deadline between product_now()::date and product_now()::date + 30`,
    )
    expect(days.length > 0).toBe(total > 0)
  })
})

describe('figures', () => {
  it('the funds of a distributor have the course of half a year, said in words as well', async () => {
    const figures = (await cards('in.dist', 'figures')).get('money')?.figures ?? []
    expect(figures.length).toBeGreaterThan(0)
    const course = figures.find((figure) => figure.course !== null)?.course
    expect(course?.values).toHaveLength(6)
    expect(course?.text).toMatch(/By month/)
  })
})

describe('decisions', () => {
  it('the number of a person’s decisions is how many tasks the list behind it has', async () => {
    const decided = (await cards('hq.budget', 'figures')).get('decided')?.figures[0]
    expect(decided?.label).toBe('Decided by you in 8 weeks')
    for (const url of [decided?.url, decided?.mobileUrl]) {
      const { view: box, ...asked } = Object.fromEntries(new URLSearchParams(String(url).split('?')[1]))
      const call = async (query: Record<string, string>) =>
        (await server.get<{ recordTotal: number }>('hq.budget', `/aps/task/count?${new URLSearchParams(query)}`)).data
          .recordTotal
      expect(await call({ box: String(box), ...asked })).toBe(Number(decided?.value))
      expect(await call({ box: String(box) })).toBeGreaterThan(Number(decided?.value))
    }
  })
})

describe('sums in many currencies', () => {
  it('headquarters finds what all currencies come to and the largest of them, and is led to the list for the others', async () => {
    const currencies = await server.query<{ currency: string }>(
      `select distinct currency from receivable_item where kind in ('invoice', 'debitNote') and open > 0 and due_on < product_now()::date`,
    )
    const overdue = (await cards('hq.finance', 'runsOut')).get('overdue')
    expect(currencies.length).toBeGreaterThan(4)
    const [total, ...largest] = overdue?.figures ?? []
    expect(total?.label).toBe('Overdue receivables, all currencies')
    expect(overdue?.note).toContain(`All currencies in ${total?.currency}, at the budget rates of 2026.`)
    expect(largest).toHaveLength(3)
    expect(overdue?.more).toEqual({
      text: `${currencies.length - 3} more currencies`,
      url: '/funds/pc/receivable?settled=overdue',
      mobileUrl: '/funds/mobile/receivable?settled=overdue',
    })
    const worth = await server.query<{ currency: string; value: string }>(
      `select i.currency, (sum(i.open) / r.units)::text as value from receivable_item i
       join year_rate r on r.currency = i.currency and r.year = 2026
         and r.version = (select max(version) from year_rate_version where year = 2026)
       where i.kind in ('invoice', 'debitNote') and i.open > 0 and i.due_on < product_now()::date
       group by i.currency, r.units order by sum(i.open) / r.units desc`,
    )
    expect(largest.map(({ currency }) => currency)).toEqual(worth.slice(0, 3).map(({ currency }) => currency))
    const added = worth.reduce((sum, { value }) => sum + Number(value), 0)
    expect(Math.abs(Number(total?.value) - added)).toBeLessThan(worth.length * 0.01)
  })

  it('the funds of headquarters are the totals of each kind and the largest receivables', async () => {
    const money = (await cards('hq.finance', 'figures')).get('money')
    expect(money?.figures.length).toBeLessThanOrEqual(6)
    expect(money?.figures[0]?.course?.values).toHaveLength(6)
    expect(money?.more?.text).toMatch(/^\d+ more currencies$/)
  })

  it('a reader of one area finds all of its few currencies, and no line of all currencies', async () => {
    const overdue = (await cards('in.finance', 'runsOut')).get('overdue')
    expect(overdue?.figures.length).toBeLessThanOrEqual(4)
    expect(new Set(overdue?.figures.map(({ label }) => label))).toEqual(new Set(['Overdue receivables']))
    expect([overdue?.more, overdue?.note]).toEqual([null, null])
  })
})

describe('administrators', () => {
  it('an administrator finds what is broken, and a channel manager does not', async () => {
    const broken = (await cards('hq.it', 'broken')).get('broken')
    // The page that it leads to has the same word for them.
    expect(broken?.figures.find(({ key }) => key === 'effects')?.label).toBe(monitorEn.counts.failed)
    expect([...(await cards('in.channel', 'broken')).keys()]).toEqual([])
    for (const account of ['hq.it', 'hq.it2'])
      for (const card of (await cards(account, 'figures')).values())
        expect(card.figures.every(({ currency }) => currency === null)).toBe(true)
  })
})

describe('auditors', () => {
  it('an auditor finds what was published and who was refused lately, each figure as the audit list counts it', async () => {
    const { change, inForce } = permissionWorld(() => server)
    const role = await inForce<RoleContent>('role', 'sales')
    await change('role', 'sales', { ...role, nameEn: 'Sales of the shops' })
    await server.call('in.channel', '/aps/setting/draft/ask', { kind: 'role', key: 'sales', draftVersion: 1 })
    const card = (await cards('hq.auditor', 'moved')).get('audit')
    expect(card?.figures.map(({ key }) => key)).toContain('published')
    expect(card?.rows[0]).toMatchObject({ title: 'Role · sales', atIs: 'done' })
    for (const { url, value } of card?.figures ?? []) {
      const filters = Object.fromEntries(new URL(url, 'http://localhost').searchParams)
      const { data } = await server.call<{ recordTotal: number }>('hq.auditor', '/aps/audit/entries/count', filters)
      expect([url, String(data.recordTotal)]).toEqual([url, value])
    }
    expect((await cards('in.channel', 'moved')).has('audit')).toBe(false)
  })
})

describe('stores', () => {
  it('the store manager of the demonstration finds their store alone, at home and in the list of stores', async () => {
    const mine = (await cards('in.store', 'waiting')).get('myStores')
    expect(mine?.rows).toHaveLength(1)
    const { data } = await server.call<{ records: { values: { code: string } }[] }>(
      'in.store',
      '/aps/store/queryPage',
      {},
    )
    expect(data.records.map(({ values }) => values.code)).toEqual([mine?.rows[0]?.key])
    const images = await server.call<{ recordTotal: number }>('in.store', '/aps/storeImage/count', {})
    const pictures = mine?.figures.find(({ key }) => key === 'pictures')
    expect(pictures?.value).toBe(String(images.data.recordTotal))
  })

  it('a person who is limited to no store has no card of their stores', async () => {
    expect((await cards('in.channel', 'waiting')).has('myStores')).toBe(false)
  })
})

describe('pages that belong to the limits of a person', () => {
  it('the menu has the page of one’s own company only for whoever belongs to a customer', async () => {
    const urls = async (account: string) => JSON.stringify(await menuOf(account))
    expect(await urls('in.dist')).toContain('/customer/pc/own')
    expect(await urls('admin')).not.toContain('/customer/pc/own')
  })
})

describe('pages that are opened often', () => {
  const visits = async () =>
    (await server.get<{ path: string }[]>('in.tl', '/aps/home/visits')).data.map(({ path }) => path)
  const opened = (path: string, times: number) =>
    server.call('in.tl', '/aps/home/visits', { visits: [{ path, times }] })

  it('pages are counted per person, and an older habit counts less than a new one', async () => {
    expect(await visits()).toEqual([])
    await opened('/tasks/pc', 9)
    await opened('/scheme/list', 6)
    expect(await visits()).toEqual(['/tasks/pc', '/scheme/list'])
    await server.query(`update page_visit set last_at = last_at - interval '60 days'`)
    await opened('/scheme/list', 3)
    expect(await visits()).toEqual(['/scheme/list', '/tasks/pc'])
    expect((await server.get<unknown[]>('in.rsm', '/aps/home/visits')).data).toEqual([])
  })

  it('an address of another site is not counted', async () => {
    expect((await opened('//evil.example', 1)).status).toBe(400)
  })
})
