import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts } from '#app/demo-provider/demo-accounts.ts'
import { Browser, call, signIn, signInByPage, ticketOf, type SignedIn } from '#kernel/testing/browser.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type RunningServer, runServer, withAccounts } from '#test/helpers/servers/running-server.ts'

interface Envelope<T = unknown> {
  readonly code: number | string
  readonly msg: string
  readonly data: T
  readonly requestId: string
  readonly error: { readonly key: string; readonly params: Record<string, string> }
}

interface Init {
  readonly menus: { code: string; hidden: boolean; pcode: string; url: string }[]
  readonly buttons: { code: string }[]
  readonly superAdmin: boolean
}

let databaseUrl: string
let server: RunningServer

beforeAll(async () => {
  databaseUrl = await withAccounts(await testDatabase())
  server = await runServer(databaseUrl)
})

afterAll(() => server.close())

const get = <T>(path: string, session?: SignedIn) => call<Envelope<T>>(server.origin, path, session ? { session } : {})
const post = <T>(path: string, body: unknown, session?: SignedIn) =>
  call<Envelope<T>>(server.origin, path, { body, ...(session ? { session } : {}) })
const exchange = (ticket: string) => post<SignedIn & { language: string | null }>('/api/v1/auth/exchange', { ticket })
const whoAmI = (session?: SignedIn) => get<SignedIn['user']>('/api/v1/admin/user/current', session)

// First: the other process does not share the clock that later stories move.
describe('two processes on one database', () => {
  it('two processes on one database share sessions, tickets, provider keys and limits', async () => {
    const other = await runServer(databaseUrl)
    try {
      const { address } = await signInByPage(new Browser(server.origin), 'hq.budget')
      const there = await call<Envelope<SignedIn>>(other.origin, '/api/v1/auth/exchange', {
        body: { ticket: ticketOf(address) },
      })
      expect(there.status).toBe(200)
      expect((await whoAmI(there.body.data)).status).toBe(200)
      expect((await exchange(ticketOf(address))).status).toBe(401)
      const session = await signIn(other.origin, 'hq.finance')
      expect((await whoAmI(session)).body.data.userAccount).toBe('hq.finance')
      const [keys] = await server.query<{ count: string }>('select count(*) from oidc_key')
      expect(keys?.count).toBe('1')
      expect((await post('/api/v1/admin/logout', {}, session)).status).toBe(200)
      const ended = await call<Envelope>(other.origin, '/api/v1/admin/user/current', { session })
      expect(ended.status).toBe(401)
    } finally {
      await other.close()
    }
  })
})

describe('a sign-in', () => {
  it('the sign-in page lists every account of the demonstration, and its password signs in', async () => {
    const page = await new Browser(server.origin).follow('/api/v1/auth/authorize?returnTo=/')
    const text = await page.response.text()
    expect(demoAccounts.filter(({ account }) => !text.includes(`"${account}"`))).toEqual([])
    expect((await signIn(server.origin, 'admin')).user.userAccount).toBe('admin')
  })

  it('a sign-in returns to the requested address with a ticket that is valid once', async () => {
    const browser = new Browser(server.origin)
    const returnTo = '/budgetCountry/pc?formInstanceId=12.1&taskId=7&token=old&hideDetail=1'
    const { address } = await signInByPage(browser, 'in.channel', 'demo', returnTo)
    expect(address).toMatch(/\/budgetCountry\/pc\?formInstanceId=12\.1&taskId=7&hideDetail=1&token=[\w-]{43}$/)

    const first = await exchange(ticketOf(address))
    expect(first.status).toBe(200)
    expect(first.body.data).toMatchObject({ kind: 'sso', language: null, user: { userAccount: 'in.channel' } })
    expect(first.body.data.token).not.toBe(ticketOf(address))
    expect((await whoAmI(first.body.data)).body.data.userAccount).toBe('in.channel')

    const again = await exchange(ticketOf(address))
    expect([again.status, again.body.error.key]).toEqual([401, 'access.ticketInvalid'])
  })

  it('a sign-in in a second tab shows no page while the provider remembers the person', async () => {
    const browser = new Browser(server.origin)
    await signInByPage(browser, 'in.manager')
    const { address } = await browser.follow('/api/v1/auth/authorize?returnTo=/index')
    expect((await exchange(ticketOf(address))).body.data.user.userAccount).toBe('in.manager')
  })

  it('one of four simultaneous uses of a ticket succeeds', async () => {
    const { address } = await signInByPage(new Browser(server.origin), 'in.rsm')
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await exchange(ticketOf(address))).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
  })

  it('a ticket older than a minute is refused, and no ticket counts as a session', async () => {
    const { address } = await signInByPage(new Browser(server.origin), 'in.rsm')
    const asSession = await whoAmI({
      token: ticketOf(address),
      csrfToken: '',
      kind: 'sso',
      user: { id: '', userName: '', userAccount: '' },
    })
    expect(asSession.status).toBe(401)
    await server.query(`update ticket set expires_at = product_now() - interval '1 second' where used_at is null`)
    expect((await exchange(ticketOf(address))).status).toBe(401)
  })

  it.each([
    '//evil.example/x',
    'https://evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '/a\nb',
    '/.//evil.example',
  ])('a sign-in never returns to %j', async (returnTo) => {
    const { address } = await signInByPage(new Browser(server.origin), 'in.tl', 'demo', returnTo)
    expect(new URL(address).origin).toBe(server.origin)
    expect(new URL(address).pathname).toBe('/')
  })

  it('a wrong password is refused with a message, and the account is blocked after ten attempts', async () => {
    const browser = new Browser(server.origin)
    const page = await browser.follow('/api/v1/auth/authorize?returnTo=/index')
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1) {
      const wrong = await browser.submit(page.address, { account: 'id.rsd', password: `wrong ${count}` })
      statuses.push(wrong.response.status)
      if (count === 0) expect(await wrong.response.text()).toContain('The account or the password is wrong')
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    // The right password does not help before the time is over; another account is not touched.
    expect((await browser.submit(page.address, { account: 'id.rsd', password: 'demo' })).response.status).toBe(429)
    server.advance(301)
    expect(
      new URL((await browser.submit(page.address, { account: 'id.rsd', password: 'demo' })).address).searchParams.has(
        'token',
      ),
    ).toBe(true)
  })

  it('an answer of the provider is accepted only in the browser that started the sign-in', async () => {
    const browser = new Browser(server.origin)
    const page = await browser.follow('/api/v1/auth/authorize?returnTo=/index')
    let response = await browser.visit(page.address, {
      method: 'POST',
      body: new URLSearchParams({ account: 'in.rsd', password: 'demo' }),
    })
    let location = response.headers.get('location') ?? ''
    while (!location.includes('/api/v1/auth/callback')) {
      response = await browser.visit(location)
      location = response.headers.get('location') ?? ''
    }
    expect((await new Browser(server.origin).visit(location)).status).toBe(400)
    expect((await browser.visit(location)).status).toBe(302)
    // The same answer a second time is not accepted.
    expect((await browser.visit(location)).status).toBe(400)
  })

  it('a sign-in of a disabled or unknown account is explained without a redirect loop', async () => {
    await server.query(`update app_user set status = 'disabled' where account = 'in.sales'`)
    const browser = new Browser(server.origin)
    const { response, address } = await signInByPage(browser, 'in.sales')
    expect([response.status, new URL(address).pathname]).toEqual([403, '/api/v1/auth/callback'])
    const text = await response.text()
    expect(text).toContain('The account in.sales is disabled')
    expect(text).toContain('/oidc/session/end')
  })
})

describe('a session', () => {
  it('a session ends when its account is disabled and follows changed roles at the next call', async () => {
    const session = await signIn(server.origin, 'id.finance')
    const holds = async () =>
      (await get<Init>('/aps/v1/admin/init?type=menu', session)).body.data?.menus.some((menu) => menu.code === 'budget')
    expect(await holds()).toBe(true)
    const [user] = await server.query<{ id: number }>(`select id from app_user where account = 'id.finance'`)
    await server.query('delete from user_role where user_id = $1', [user?.id])
    expect(await holds()).toBe(false)
    await server.query(`update app_user set status = 'disabled' where account = 'id.finance'`)
    expect((await whoAmI(session)).status).toBe(401)
  })

  it('a session ends after four unused hours, and at its absolute limit even when it is used', async () => {
    const session = await signIn(server.origin, 'id.rsm')
    server.advance(3 * 3600)
    expect((await whoAmI(session)).status).toBe(200)
    server.advance(3 * 3600)
    expect((await whoAmI(session)).status).toBe(200)
    server.advance(4 * 3600 + 1)
    expect((await whoAmI(session)).status).toBe(401)
    const used = await signIn(server.origin, 'id.rsm')
    for (let hour = 0; hour < 11; hour += 1) {
      server.advance(3600)
      expect((await whoAmI(used)).status).toBe(200)
    }
    server.advance(3601)
    expect((await whoAmI(used)).status).toBe(401)
  })

  it('the database stores no session token that could be used', async () => {
    const session = await signIn(server.origin, 'in.rcsm')
    const [row] = await server.query<{ all: string }>(`select string_agg(s::text, ' ') as all from session s`)
    expect(row?.all).not.toContain(session.token)
  })

  it('signing out ends the session here and at the provider', async () => {
    const browser = new Browser(server.origin)
    const { address } = await signInByPage(browser, 'in.finance')
    const { data: session } = (await exchange(ticketOf(address))).body
    const { logoutUrl } = (await post<{ logoutUrl: string }>('/api/v1/admin/logout', {}, session)).body.data
    expect((await whoAmI(session)).status).toBe(401)
    const page = await (await browser.follow(logoutUrl)).response.text()
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const ended = await browser.visit('/oidc/session/end/confirm', {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    })
    expect(ended.headers.get('location')).toBe(`${server.origin}/`)
    const next = await browser.follow('/api/v1/auth/authorize?returnTo=/index')
    expect(next.address).toContain('/oidc/interaction/')
  })

  it('the language of an account is kept for the next sign-in', async () => {
    const session = await signIn(server.origin, 'hq.auditor')
    expect((await post('/api/v1/admin/user/language', { language: 'zh' }, session)).status).toBe(200)
    const { address } = await signInByPage(new Browser(server.origin), 'hq.auditor')
    expect((await exchange(ticketOf(address))).body.data.language).toBe('zh')
  })
})

describe('a chat link', () => {
  it('a chat link signs its maker in once, as a chat session', async () => {
    const session = await signIn(server.origin, 'in.regfinance')
    const link = await post<{ url: string }>(
      '/api/v1/admin/permission/link',
      { url: `${server.origin}/budgetCountry/mobile?formInstanceId=3.1` },
      session,
    )
    expect(link.body.data.url).toContain(`${server.origin}/budgetCountry/mobile?formInstanceId=3.1&token=`)
    const chat = await exchange(ticketOf(link.body.data.url))
    expect(chat.body.data).toMatchObject({ kind: 'chat', user: { userAccount: 'in.regfinance' } })
    expect((await exchange(ticketOf(link.body.data.url))).status).toBe(401)
    const foreign = await post('/api/v1/admin/permission/link', { url: 'https://evil.example/' }, session)
    expect([foreign.status, foreign.body.error.key]).toEqual([400, 'access.linkNotLocal'])
  })
})

describe('the permissions of an account', () => {
  const init = async (account: string, query = 'type=menu') => {
    const session = await signIn(server.origin, account)
    return (await get<Init>(`/aps/v1/admin/init?${query}`, session)).body.data
  }

  it('an account gets its permitted menus with hidden pages and without empty groups', async () => {
    const { menus } = await init('in.channel')
    const codes = menus.map((menu) => menu.code)
    expect(codes).toEqual(
      expect.arrayContaining(['home', 'my_tasks', 'budget', 'budget_country_list', 'budget_country_apply']),
    )
    expect(codes).not.toContain('system')
    const approver = (await init('in.manager')).menus.map((menu) => menu.code)
    expect(approver).toContain('budget_country_approval')
    expect(approver).not.toContain('budget_country_apply')
  })

  it('an account without roles gets no menus, one without budget rights home and tasks, the administrator all', async () => {
    const nothing = await signIn(server.origin, 'nomenu')
    expect((await get<Init>('/aps/v1/admin/init', nothing)).body.data).toMatchObject({
      menus: [],
      buttons: [],
      superAdmin: false,
    })
    const message = await get<{ msg: string }>('/aps/v1/admin/permission/upm/initialized', nothing)
    expect(message.body.data.msg).toBe('You have not configured the menu permissions, please contact the administrator')
    const shown = async (account: string) =>
      (await init(account)).menus.filter((menu) => !menu.hidden).map((menu) => menu.code)
    const everyone = ['dashboard', 'home', 'my_tasks', 'absence']
    const administrator = await shown('hq.it')
    expect(administrator).toEqual(expect.arrayContaining([...everyone, 'system', 'approval_monitor']))
    expect(administrator.filter((code) => code.startsWith('budget'))).toEqual([])
    const funds = ['account', 'rebate', 'flow', 'receivable', 'invoice'].map((name) => `funds_${name}`)
    // This account is limited to no customer here, so there is no company of its own.
    const own = ['imei', 'funds', ...funds, 'imei_list', 'imei_stock', 'imei_transfer_list']
    expect(await shown('in.dist')).toEqual([...everyone, ...own])
    const admin = await init('admin')
    expect(admin.superAdmin).toBe(true)
    expect(admin.menus.map((menu) => menu.code)).toContain('budget_country_apply')
  })

  it("a page address answers the right it needs in the caller's language and whether the caller has it", async () => {
    const session = await signIn(server.origin, 'hq.it')
    const page = await post<{ name: string; permitted: boolean; rights: string[] }>(
      '/api/v1/admin/menu/link',
      { url: '/budget/pc/country/list?page=2' },
      session,
    )
    expect(page.body.data).toMatchObject({
      name: 'Country budgets',
      permitted: false,
      rights: ['View country budgets'],
    })
    const none = await post<{ code: string; rights: string[] }>('/api/v1/admin/menu/link', { url: '/x' }, session)
    expect(none.body.data).toMatchObject({ code: '', rights: [] })
  })

  it('an account gets the buttons of a page by its code', async () => {
    const buttons = async (account: string) =>
      (await init(account, 'type=button&code=budget_country_approval')).buttons.map((button) => button.code)
    expect(await buttons('in.manager')).toEqual([
      'budget.country.view',
      'budget.country.approve',
      'budget.country.export',
      'approval.task.export',
    ])
    expect(await buttons('hq.auditor')).toEqual([
      'budget.country.view',
      'budget.country.export',
      'approval.task.export',
    ])
    expect((await init('admin', 'type=button&code=no_such_page')).buttons).toEqual([])
  })

  it("people and roles are named in the caller's language", async () => {
    const session = await signIn(server.origin, 'hq.pricing')
    const { body } = await call<Envelope<{ roles: { id: string; name: string }[]; userName: string }>>(
      server.origin,
      '/api/v1/admin/user/upm',
      {
        session,
        language: 'zh',
      },
    )
    expect(body.data.userName).toBe('总部定价')
    expect(body.data.roles).toEqual(
      expect.arrayContaining([
        { id: 'hqPricing', name: '总部定价' },
        { id: 'rsd', name: '区域销售总监' },
      ]),
    )
    const path = '/api/v1/admin/user/query-by-account'
    const found = await post<{ userName: string }>(path, { userAccount: 'in.rsm' }, session)
    expect(found.body.data.userName).toBe('RSM, India')
    const missing = await post(path, { userAccount: 'nobody' }, session)
    expect([missing.status, missing.body.msg]).toEqual([404, 'no such person, enter the correct employee number'])
    const empty = await post(path, { userAccount: '' }, session)
    expect(empty.body.msg).toBe('User lookup needs an account number')
  })
})
