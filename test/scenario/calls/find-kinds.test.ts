import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import { schemeApplication } from '#areas/scheme/application/scheme-application.doc.ts'
import { schemeStory } from '#test/helpers/scheme/scheme-story.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

// The box that finds everything, in the demonstration company: each kind by number, code and name, by right and place.

interface Found {
  readonly key: string
  readonly title: string
  readonly url: string
  readonly state: { readonly label: string } | null
}
interface Group {
  readonly kind: string
  readonly label: string
  readonly found: readonly Found[]
}

let server: DemoServer
beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})
afterAll(() => server?.close())

const find = async (account: string, keyword: string, language: 'en' | 'zh' = 'en') =>
  (await server.call<Group[]>(account, '/aps/find', { keyword }, language)).data
const kind = async (account: string, keyword: string, name: string) =>
  (await find(account, keyword)).find((group) => group.kind === name)?.found ?? []

async function one<Row extends object>(text: string): Promise<Row> {
  const [row] = await server.query<Row>(text)
  return row!
}
const OWN = `select l.customer_code from user_customer l join app_user u on u.id = l.user_id where u.account = 'in.dist'`
const INDIA = `(select o.id from organisation o left join organisation p on p.id = o.parent_id where 'IN' in (o.code, p.code))`

describe('the box that finds everything', () => {
  it('the search finds each kind by its code and by a word of its name, in both languages', async () => {
    for (const [name, table, key, named] of [
      ['customer', 'customer', 'code', `'C-IN-0001'`],
      ['sku', 'sku', 'code', '(select min(code) from sku)'],
      ['spu', 'spu', 'code', '(select min(code) from spu)'],
      ['store', 'store', 'code', `'ST-IN-0001'`],
      ['person', 'person', 'code', '(select min(code) from person)'],
      ['user', 'app_user', 'account', `'in.manager'`],
    ] as const) {
      const row = await one<{ key: string; name_en: string; name_zh: string }>(
        `select ${key} as key, name_en, name_zh from ${table} where ${key} = ${named}`,
      )
      for (const word of [row.key, row.name_en, row.name_zh]) {
        const found = await kind('admin', word.slice(0, 64), name)
        expect([name, word, found.map((each) => each.key)]).toEqual([name, word, expect.arrayContaining([row.key])])
      }
    }
  })

  it('each kind that is found has an icon of its own, from the set of the pages', async () => {
    // What a customer's own people find instead of schemes and documents looks like these.
    const sources = (await loadAreaServers(areas)).flatMap(({ find: found = [] }) => found)
    const kinds = sources.filter((source) => !source.kind.startsWith('own'))
    expect(kinds.length).toBeGreaterThan(8)
    const icons = ['file', ...kinds.map(({ icon }) => icon)]
    expect(icons.toSorted()).toEqual([...new Set(icons)].toSorted())
    const drawn = readFileSync('src/kernel/web/ui/Icon.tsx', 'utf8')
    for (const { kind: of, icon } of kinds) expect([of, icon, drawn.includes(`  ${icon}: '`)]).toEqual([of, icon, true])
  })

  it('the search finds people by the role or job title that they hold somewhere, in both languages and by right', async () => {
    for (const word of ['channel manager India', 'India, Channel manager', '印度渠道经理'])
      expect([word, (await kind('hq.it', word, 'user')).map(({ key }) => key)]).toEqual([word, ['in.channel']])
    expect(await kind('in.manager', 'channel manager India', 'user')).toEqual([])
    const promoters = await kind('in.manager', 'promoter india', 'person')
    expect(promoters.length).toBeGreaterThan(1)
    const { all } = await one<{ all: boolean }>(
      `select bool_and(job_title_code = 'PROMOTER' and scope_id in ${INDIA}) as all from person
       where code in (${promoters.map(({ key }) => `'${key}'`).join(', ')})`,
    )
    expect(all).toBe(true)
    expect(await kind('in.manager', 'promoter indonesia', 'person')).toEqual([])
  })

  it('the search answers the same, whether two connections share its statements or each call has but one', async () => {
    for (const [account, word] of [
      ['admin', 'mumbai'],
      ['in.manager', 'in'],
      ['admin', '印度'],
    ] as const) {
      const alone = await find(account, word)
      expect(alone.length).toBeGreaterThan(1)
      for (const found of await Promise.all(Array.from({ length: 8 }, () => find(account, word))))
        expect(found).toEqual(alone)
    }
  })

  it('the search finds an invoice by its number, for whoever reads its customer and nobody else', async () => {
    const { no } = await one<{ no: string }>(
      `select max(no) as no from customer_invoice where kind = 'invoice' and customer_code = 'C-IN-0001'`,
    )
    for (const word of [no, no.toLowerCase()])
      expect(await kind('in.finance', word, 'invoices')).toEqual([
        expect.objectContaining({ key: no, title: no, url: `/funds/pc/invoice?no=${no}` }),
      ])
    for (const account of ['id.finance', 'hq.it']) expect(await kind(account, no, 'invoices')).toEqual([])
  })

  it('the search finds schemes and claims of a customer for its own people, by name and number, and those of no other', async () => {
    const claim = await one<{ no: string; scheme_no: string }>(
      `select no, scheme_no from scheme_execute where id = (select max(id) from scheme_execute where customer_code = 'C-IN-0001' and state = 'approved')`,
    )
    const { name } = await one<{ name: string }>(`select name from scheme where no = '${claim.scheme_no}'`)
    for (const word of [name.toUpperCase(), claim.scheme_no])
      expect((await kind('in.dist', word, 'ownSchemes')).map(({ url }) => url)).toContain(
        `/scheme/own?schemeNo=${claim.scheme_no}`,
      )
    expect((await kind('in.dist', claim.no.toLowerCase(), 'ownClaims')).map(({ url }) => url)).toEqual([
      `/scheme/own/claim?no=${claim.no}`,
    ])
    const foreign = await one<{ no: string }>(
      `select no from scheme_execute where id = (select max(id) from scheme_execute where customer_code <> 'C-IN-0001' and state = 'approved')`,
    )
    expect(await find('in.dist', foreign.no)).toEqual([])
    expect(await kind('in.channel', claim.no, 'ownClaims')).toEqual([])
  })

  it('the search finds a scheme by a word of its name once, and its application only until it is approved', async () => {
    const scheme = await one<{ no: string; name: string }>(
      `select no, name from scheme where id = (select max(id) from scheme where scope_id in ${INDIA})`,
    )
    const word = scheme.name.toUpperCase()
    expect((await kind('in.channel', word, 'schemes')).map(({ key }) => key)).toContain(scheme.no)
    expect((await kind('in.channel', word, 'documents')).map(({ key }) => key)).not.toContain(scheme.no)
    expect(
      (await find('in.channel', scheme.no)).filter(({ found }) => found.some(({ key }) => key === scheme.no)),
    ).toHaveLength(1)
    const other = await one<{ no: string; name: string }>(
      `select no, name from scheme_application where id = (select max(d.id) from scheme_application d
         where d.state <> 'draft' and d.name is not null and d.no not in (select no from scheme))`,
    )
    expect((await kind('admin', other.name, 'documents')).map(({ key }) => key)).toContain(other.no)
  })

  it('the search finds a document whose name begins with digits, as a number may', async () => {
    const { no } = await one<{ no: string }>(
      `update document set name = '618 offer of 2026' where no = (select max(no) from scheme_application where state <> 'draft'
         and no not in (select no from scheme)) returning no`,
    )
    for (const word of ['618', '618 offer'])
      expect([word, (await kind('admin', word, 'documents')).map(({ key }) => key)]).toEqual([
        word,
        expect.arrayContaining([no]),
      ])
  })

  it('the search finds a budget by its code, whole, without its zeros or its beginning, and by project and pool', async () => {
    const line = await one<{ id: string; code: string }>(
      `select id, code from budget_line where id = (select min(id) from budget_line where scope_id in ${INDIA} and level = 'country')`,
    )
    for (const word of [line.code, line.code.toLowerCase(), `bl${line.id}`, line.code.slice(0, -1)])
      expect([word, (await kind('in.channel', word, 'budgets')).map(({ key }) => key)]).toEqual([
        word,
        expect.arrayContaining([`line ${line.code}`]),
      ])
    const [found] = await kind('in.channel', line.code, 'budgets')
    expect(found?.url).toBe(`/budget/pc/country/list?idcCode=IN&budgetCode=${line.code}`)
    const pool = await one<{ code: string; name_en: string }>(
      `select code, name_en from project_pool where code = 'PP01'`,
    )
    expect((await kind('in.channel', pool.name_en, 'budgets')).map(({ key }) => key)).toContain(`pool ${pool.code}`)
  })

  it('every kind and state that the search names has a text in both languages', async () => {
    const device = await one<{ sn: string }>(`select min(sn) as sn from device`)
    for (const language of ['en', 'zh'] as const)
      for (const word of [device.sn, 'CB2026', 'SC2026', 'in.', 'BL0000', 'mumbai', 'harbour'])
        for (const { kind: name, label, found } of await find('admin', word, language))
          for (const text of [label, ...found.flatMap(({ state }) => state?.label ?? [])])
            expect([name, text]).toEqual([name, expect.not.stringMatching(/^\w+(\.\w+)+$/)])
  })

  it('the search finds a device by the beginning of any of its numbers', async () => {
    const device = await one<{ id: string; imei1: string; imei2: string; sn: string }>(
      `select id, imei1, imei2, sn from device where id = (select min(d.id) from device d join device_interval c on c.device_id = d.id and c.until is null
         where d.imei2 is not null and c.scope_id in ${INDIA})`,
    )
    for (const word of [device.imei1, device.imei2, device.sn, device.sn.toLowerCase(), device.imei1.slice(0, 14)])
      expect([word, (await kind('in.channel', word, 'devices')).map(({ url }) => url)]).toEqual([
        word,
        expect.arrayContaining([`/imei/pc/detail?id=${device.id}`]),
      ])
    expect(await kind('in.channel', device.imei1.slice(0, 7), 'devices')).toEqual([])
  })

  it('the search finds a carton and a pallet by their whole number, for readers of one of their devices', async () => {
    const { carton, pallet } = await one<{ carton: string; pallet: string }>(
      `select carton_sn as carton, pallet_sn as pallet from device where id = (select min(h.device_id) from device_holding h where h.scope_id in ${INDIA})`,
    )
    const urls = async (account: string, word: string) => (await kind(account, word, 'packages')).map(({ url }) => url)
    expect(await urls('in.channel', carton.toLowerCase())).toEqual([`/imei/list?cartonSn=${carton}`])
    expect(await urls('in.channel', pallet)).toEqual([`/imei/list?palletSn=${pallet}`])
    expect(await urls('in.channel', carton.slice(0, -1))).toEqual([])
    expect(await urls('id.channel', carton)).toEqual([])
  })

  it('the search finds nothing of a place that the reader does not see, and no kind that they have no right to', async () => {
    const there = await one<{ customer: string; scheme: string; store: string; line: string; person: string }>(
      `select (select min(code) from customer where scope_id in ${INDIA}) as customer,
         (select min(no) from scheme where scope_id in ${INDIA}) as scheme,
         (select min(code) from store where scope_id in ${INDIA}) as store,
         (select min(code) from budget_line where scope_id in ${INDIA}) as line,
         (select min(code) from person where scope_id in ${INDIA}) as person`,
    )
    for (const word of Object.values(there)) {
      expect((await find('admin', word)).length).toBeGreaterThan(0)
      const keys = (await find('id.channel', word)).flatMap(({ found }) => found.map(({ key }) => key))
      expect([word, keys.filter((key) => key.endsWith(word))]).toEqual([word, []])
    }
    expect(await find('nomenu', there.customer)).toEqual([])
    const kinds = (await find('in.dist', 'IN')).map((group) => group.kind)
    expect(kinds).not.toContain('user')
  })

  it('the search finds for a distributor their own customer and devices only', async () => {
    const [own, other] = await server.query<{ code: string }>(
      `select c.code from customer c where c.scope_id in ${INDIA} and c.code in (${OWN})
       union all select min(c.code) from customer c where c.scope_id in ${INDIA} and c.code not in (${OWN})`,
    )
    const keys = async (word: string) =>
      (await find('in.dist', word)).flatMap(({ found }) => found.map(({ key }) => key))
    expect(await keys(other!.code)).not.toContain(other!.code)
    const deviceOf = (code: string) =>
      one<{ number: string }>(
        `select coalesce(d.imei1, d.sn) as number from device d where d.id = (select min(c.device_id) from device_interval c
           where c.until is null and c.customer_code = '${code}' and not exists (select from device_interval o
             where o.device_id = c.device_id and o.customer_code <> c.customer_code))`,
      )
    const [mine, theirs] = [await deviceOf(own!.code), await deviceOf(other!.code)]
    expect(await keys(mine.number)).toEqual([mine.number])
    expect(await keys(theirs.number)).toEqual([])
  })

  it('the search takes wildcards, quotes and control characters literally, and refuses long and missing words', async () => {
    for (const word of ['%%', '__', "''", String.raw`\\`, '" or 1=1', '\t\t', 'a\u0001b', '﷽﷽', '💥💥💥'])
      expect([word, (await server.call('admin', '/aps/find', { keyword: word })).status]).toEqual([word, 200])
    for (const word of ['%%', '__', String.raw`\\`]) expect([word, await find('admin', word)]).toEqual([word, []])
    for (const body of [
      {},
      { keyword: 1 },
      { keyword: 'x'.repeat(65) },
      { keyword: ['a'] },
      { keyword: 'aa', more: 1 },
    ])
      expect([body, (await server.call('admin', '/aps/find', body)).status]).toEqual([body, 400])
    expect(await find('admin', ' a ')).toEqual([])
  })

  it('a document that was opened before is known with its state as long as it exists for the reader', async () => {
    const running = await one<{ id: string; no: string; round: number }>(
      `select id, no, round from country_budget where id = (select max(id) from country_budget where state = 'approved' and scope_id in ${INDIA})`,
    )
    const ask = async (account: string, body: object) =>
      (await server.call<{ key: string; documentId: string; hint: string }[]>(account, '/aps/document/known', body))
        .data
    const form = `${running.id}-${running.round}`
    const body = { numbers: ['CB20990199999', running.no, 'x\u0001'], forms: [form, '987654321-1', 'x'] }
    expect((await ask('in.channel', body)).map(({ key, documentId }) => [key, documentId])).toEqual([
      [running.no, running.id],
    ])
    expect(await ask('id.channel', body)).toEqual([])
    expect(await ask('nomenu', body)).toEqual([])
  })

  it('a withdrawn document is still found by those who took part, under the name that was submitted, and as a draft by nobody else', async () => {
    const story = await schemeStory(server)
    const { data: first } = await story.apply([{ amount: '100.00' }])
    const decided = await story.decide(schemeApplication, first.formInstanceId, 'approve')
    const form = first.formInstanceId
    const running = await one<{ id: string; no: string; name: string; version: number; took: string }>(
      `select a.id, a.no, a.name, a.version, u.account as took from scheme_application a
       join approval_task t on t.document_id = a.id and t.state = 'done' join app_user u on u.id = t.user_id where a.id = ${first.id}`,
    )
    expect(decided.data.state).toBe('underApproval')
    const drafter = 'in.channel'
    const path = (call: string) => `/aps/scheme/application/${call}`
    const withdrawn = await server.call<{ version: number }>(drafter, path('withdraw'), {
      formInstanceId: form,
      version: running.version,
    })
    expect([withdrawn.status, withdrawn.msg]).toEqual([200, withdrawn.msg])
    const { data: page } = await server.call<{ document: Record<string, unknown> }>(drafter, path('detail'), {
      id: running.id,
    })
    const content = { ...page.document, name: 'Not yet for others' }
    const saved = await server.call(drafter, path('save'), content)
    expect([saved.status, saved.msg]).toEqual([200, saved.msg])

    const known = async (account: string) =>
      (await server.call<Found[]>(account, '/aps/document/known', { numbers: [running.no], forms: [form] })).data.map(
        ({ title, url }) => [title, url],
      )
    const submitted = [[`${running.no} ${running.name}`, expect.stringContaining(`formInstanceId=${form}`)]]
    expect(await known(running.took)).toEqual(submitted)
    const number = async (account: string) =>
      (await kind(account, running.no, 'documents')).map(({ title, url }) => [title, url])
    expect(await number(running.took)).toEqual(submitted)
    expect((await known(drafter))[0]?.[0]).toBe(`${running.no} Not yet for others`)
    // A draft of somebody else, of which these two read every submitted document.
    for (const account of ['hq.auditor', 'admin'])
      expect([account, await known(account), await number(account)]).toEqual([account, [], []])

    const done = await server.get<{ records: { formInstanceId: string }[] }>(
      running.took,
      `/aps/task/queryPage?status=done&keyword=${running.no}`,
    )
    expect(done.data.records.map(({ formInstanceId }) => formInstanceId)).toContain(form)
    const opened = await server.call<{ document: { name: string } }>(running.took, path('detail'), {
      formInstanceId: form,
    })
    expect(opened.data.document.name).toBe(running.name)
  })
})
