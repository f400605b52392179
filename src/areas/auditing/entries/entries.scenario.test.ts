import { productNow } from '#kernel/base/clock/clock.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import { KERNEL_VERBS } from '#kernel/engine/document/kernel-actions.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { RUN_ACTS } from '#kernel/services/imports/import-audit.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { until } from '#test/helpers/until.ts'
import type { RoleContent } from '#areas/permission/permission-wire.ts'
import { holdRole, permissionWorld } from '#test/helpers/permission-world.ts'
import { type DownloadWorld, downloadWorld } from '#test/helpers/download-world.ts'
import type { EntryView } from '../auditing-wire.ts'
import { calls as callsEn } from '../locale/calls.en.ts'
import { calls as callsZh } from '../locale/calls.zh.ts'
import { actName, callName } from './entry-names.server.ts'

let world: DownloadWorld

beforeAll(async () => {
  world = await downloadWorld(await demoDatabase())
})
afterAll(() => world?.close())

const PATH = '/aps/audit/entries'
interface Entries {
  readonly records: EntryView[]
  readonly edges: { readonly hasNewer: boolean; readonly hasOlder: boolean }
}
const entries = (body: object, account = 'hq.it') => world.server.call<Entries>(account, `${PATH}/queryPage`, body)

it('the audit list shows who did what, newest first, and filters by every field', async () => {
  const { status, data } = await entries({ limit: 50 })
  expect(status).toBe(200)
  expect(data.records).toHaveLength(50)
  expect(data.records.map(({ at }) => at)).toEqual(
    data.records
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  const one = data.records.find(({ subject, actor }) => subject !== null && actor !== null)!
  const account = /\(([^)]+)\)$/.exec(one.actor!)![1]
  for (const asked of [
    { subject: one.subject!.slice(0, 6) },
    { actor: account },
    { request: one.requestId },
    { type: one.type, kind: one.kind },
    { atFrom: one.at, atTo: new Date(Date.parse(one.at) + 1).toISOString() },
  ]) {
    const found = (await entries({ limit: 500, ...asked })).data.records
    expect(
      found.map(({ id }) => id),
      JSON.stringify(asked),
    ).toContain(one.id)
  }
  expect((await entries({ actor: 'nobody.at.all' })).data.records).toEqual([])
})

it('the audit export holds all filtered entries in the order of the page', async () => {
  const asked = { type: 'schemeApplication', kind: 'change' }
  const found = (await entries({ limit: 500, ...asked })).data.records
  expect(found.length).toBeGreaterThan(1)
  await world.startWorker()
  const path = '/aps/audit/entries/export'
  const { data } = await world.server.call<{ taskId: string }>('hq.it', path, { format: 'csv', ...asked })
  const task = await world.ended('hq.it', data.taskId)
  expect(task, task.resultDescr).toMatchObject({ status: 2, rowsDone: found.length })
  const { bytes } = await world.server.fetch('hq.it', task.downloadUrl ?? '')
  const ids = bytes
    .toString()
    .trimEnd()
    .split('\r\n')
    .flatMap((line) => /,(\d+)$/.exec(line)?.[1] ?? [])
  expect(ids).toEqual(found.map(({ id }) => id))
  expect((await world.server.call('in.channel', path, { format: 'csv' })).status).toBe(403)
})

it('the audit list pages through every combination of filters in both directions and from either end', async () => {
  // Some entries have the same instant, some have no type, and the entries of one person at one address are rare.
  await world.server.query(`
    insert into audit_entry (kind, document_type, document_id, subject, action, actor_id, at, detail, request_id, address, hash)
    select kind, case when kind in ('call', 'refusal') then null else type end, 9000000000 + n, case when n % 2 = 0 then 'C' else 'D' end || n, 'update',
      (select id from app_user where account = who), timestamptz '2021-01-01Z' + interval '1 day' * (n / 5), '{}', n::text,
      case when n % 97 = 0 then '10.9.9.1' when who = 'hq.it' then '10.9.9.2' else '10.9.9.1' end, ''
    from (select n, (array['change', 'change', 'read', 'call', 'refusal'])[1 + n * 7 % 5] as kind, (array['customer', 'product', 'store'])[1 + n % 3] as type,
      (array['hq.it', 'in.channel'])[1 + n * 3 % 2] as who from generate_series(1, 700) n) made`)
  const whole = { atFrom: '2021-01-01', atTo: '2022-01-01' }
  const parts: readonly Record<string, string>[] = [
    { actor: 'hq.it' },
    { type: 'customer' },
    { kind: 'change' },
    { address: '10.9.9.1' },
    { atTo: '2021-03-01' },
    { subject: 'C' },
  ]
  const columns = {
    actor: '(select account from app_user where id = actor_id) =',
    type: 'document_type =',
    kind: 'kind =',
    address: 'address =',
    atFrom: 'at >=',
    atTo: 'at <',
    subject: 'left(subject, 1) =',
  }
  const pairs = parts.flatMap((one, at) => parts.slice(at + 1).map((two) => ({ ...one, ...two })))
  for (const asked of [{}, ...parts, ...pairs].map((some) => ({ ...whole, ...some }))) {
    const names = Object.keys(asked) as (keyof typeof columns)[]
    const all = await world.server.query<{ id: string }>(
      `select id::text from audit_entry where ${names.map((name, at) => `${columns[name]} $${at + 1}`).join(' and ')} order by at desc, id desc`,
      Object.values(asked),
    )
    const older = await walk(asked, {}, 'older')
    const told = JSON.stringify(asked)
    expect(older.flat(), told).toEqual(all.map(({ id }) => id))
    const newer = await walk(asked, { way: 'oldest' }, 'newer')
    // The newest page is full: it may repeat rows of the page before it.
    expect([...new Set(newer.toReversed().flat())], told).toEqual(older.flat())
    const { data } = await world.server.call<{ recordTotal: number }>('hq.it', `${PATH}/count`, asked)
    expect(data.recordTotal, told).toBe(all.length)
  }
})

/** All pages from one end to the other, by the ids that they show. */
async function walk(asked: object, begin: object, way: 'older' | 'newer'): Promise<readonly (readonly string[])[]> {
  const seen: string[][] = []
  for (let at = begin; ; at = { way, from: seen.at(-1)!.at(way === 'older' ? -1 : 0) }) {
    const { records, edges } = (await entries({ limit: 200, ...asked, ...at })).data
    seen.push(records.map(({ id }) => id))
    if (way === 'older' ? !edges.hasOlder : !edges.hasNewer) return seen
  }
}

it('an audit entry opens with every field before and after by its label, changed ones first, and names instead of codes', async () => {
  const { server } = world
  interface Detail {
    readonly changes: readonly { name: string; before: string | null; after: string | null }[]
    readonly unchanged: readonly { name: string; value: string }[]
    readonly about: readonly { name: string; value: string }[]
    readonly url: string | null
  }
  const opened = async (id: string, account = 'hq.auditor', language: 'en' | 'zh' = 'en') =>
    await server.call<Detail>(account, `${PATH}/detail`, { id }, language)
  const newest = async (asked: object) => (await entries({ limit: 10, ...asked })).data.records[0]!.id
  const submitted = await newest({ type: 'countryBudget', action: 'Submit' })
  const { data } = await opened(submitted)
  expect(data.changes[0]).toMatchObject({ name: 'Status', after: 'Under Approval' })
  expect(data.url).toMatch(/formInstanceId=\d+-\d+$/)
  const told = [
    ...data.changes.map(({ name, after }) => [name, after]),
    ...data.unchanged.map((each) => [each.name, each.value]),
  ]
  expect(Object.fromEntries(told)).toMatchObject({ Area: expect.stringMatching(/^\d+ \/ \p{L}/u) })
  // No word is a name of the code or a piece of JSON.
  expect(JSON.stringify(told)).not.toMatch(/idcCode|\{|\[\\"/)
  const chinese = (await opened(submitted, 'hq.auditor', 'zh')).data
  expect(chinese.changes[0]).toMatchObject({ name: '状态', after: '审批中' })
  expect((await opened('999999999999')).status).toBe(404)
  expect((await opened(submitted, 'in.channel')).status).toBe(403)
})

it('an audit entry of a published role names the rights it gained and lost and its two people', async () => {
  const { server } = world
  const { change, inForce } = permissionWorld(() => server)
  const role = await inForce<RoleContent>('role', 'sales')
  const rights = [...role.rights.filter((right) => right !== role.rights[0]), 'auditing.entries.view'].toSorted()
  await change('role', 'sales', { ...role, rights })
  const { id } = (await entries({ limit: 10, type: 'role', action: 'Published' })).data.records[0]!
  const { data } = await server.call<{ changes: object[]; about: object[] }>('hq.it', `${PATH}/detail`, { id })
  expect(data.changes).toEqual([expect.objectContaining({ name: 'Rights', after: 'View the audit' })])
  expect(data.about).toContainEqual({ name: 'Drafted by', value: 'Administrator' })
  await change('role', 'sales', role)
})

it('the audit list filters by the name of an action in either language and finds people by their names', async () => {
  const named = async (action: string) => (await entries({ limit: 200, action })).data.records
  const english = await named('Submit')
  expect(english.length).toBeGreaterThan(0)
  expect((await named('提交')).map(({ id }) => id)).toEqual(english.map(({ id }) => id))
  expect(await named('nothing is called so')).toEqual([])
  const { data } = await world.server.call<{ recordTotal: number }>('hq.it', `${PATH}/count`, { action: 'Submit' })
  expect(data.recordTotal).toBeGreaterThanOrEqual(english.length)
  const people = async (keyword: string, account = 'hq.it') =>
    await world.server.call<{ account: string }[]>(account, `${PATH}/people`, { keyword })
  expect((await people('Second Administrator')).data.map(({ account }) => account)).toEqual(['hq.it2'])
  expect((await people('%')).data).toEqual([])
  expect((await people('a', 'in.channel')).status).toBe(403)
})

it('the audit list needs the audit right and rejects invalid timestamps', async () => {
  expect((await entries({}, 'in.channel')).status).toBe(403)
  expect((await entries({}, 'hq.auditor')).status).toBe(200)
  for (const atFrom of ['yesterday', '0000-01-01', '2026-01-01T00:00:00+23:59', '2026-01-01T25:00:00Z'])
    expect([atFrom, (await entries({ atFrom })).status]).toEqual([atFrom, 400])
  expect((await entries({ atFrom: '2026-01-01T00:00:00+14:00' })).status).toBe(200)
  expect((await entries({ page: 501 })).status).toBe(400)
  expect((await entries({ from: 'x' })).status).toBe(400)
})

it('the audit shows no bank account to a reader who sees it masked on its customer', async () => {
  const { server } = world
  await holdRole(server, 'nomenu', 'readsAudit', 'HQ', ['auditing.entries.view'])
  await holdRole(server, 'hq.auditor', 'readsAccounts', 'HQ', ['customer.bank.view'])
  const content = (value: string) => ({
    changeKind: 'change',
    recordKind: 'customer',
    recordKey: 'C-IN-0001',
    organisationCode: 'IN-IN',
    reason: 'As its letter says',
    lines: [{ field: 'bankAccount', value }],
  })
  type Saved = { readonly no: string; readonly id: string; readonly version: number }
  const first = await server.call<Saved>('in.channel', '/aps/record/change/save', content('777711112222'))
  const { id, no, version } = first.data
  const again = { ...content('777711113333'), id, version }
  expect((await server.call('in.channel', '/aps/record/change/save', again)).status).toBe(200)
  const told = async (account: string) => JSON.stringify((await entries({ subject: no }, account)).data.records)
  expect(await told('hq.auditor')).toContain('777711113333')
  expect(await told('nomenu')).toContain(no)
  expect(await told('nomenu')).not.toMatch(/77771111/)
})

/** Writing calls without an audit entry, each with the reason. */
const UNAUDITED = [
  '/api/v1/admin/user/preference',
  '/aps/attachment/file/preview/url',
  '/aps/bpm/instance/temp/var/update',
  '/aps/bpm/look',
  '/aps/file/preview/sheet',
  '/aps/home/visits',
  '/aps/notification/read',
  '/aps/notification/read-all',
  '/aps/price/import/result',
  '/gs/:idc/oversea/aps/budget/country/edit/parse',
  '/gs/:idc/oversea/aps/budget/country/transfer/parse',
  '/gs/:idc/oversea/aps/price/review/parse',
]

it('every writing call is named in the audit, except those that state why not', () => {
  const writing = world.server.routes.filter(({ mode }) => mode === 'write' || mode === 'action' || mode === 'upload')
  expect(writing.length).toBeGreaterThan(400)
  const unaudited = writing.filter(({ audit }) => audit?.none !== undefined)
  expect(unaudited.map(({ path }) => path).toSorted()).toEqual(UNAUDITED)
  // Calls that open their own transactions name the writer of the entries; every other is an entry by itself, and has a label.
  const nameless = writing.filter(({ audit, path }) => !audit?.none && !audit?.by && callName('en', path) === path)
  expect(nameless.map(({ path }) => path)).toEqual([])
  expect(Object.keys(callsZh)).toEqual(Object.keys(callsEn))
  const paths = new Set(writing.map(({ path }) => path))
  expect(Object.keys(callsEn).filter((path) => path.startsWith('/') && !paths.has(path))).toEqual([])
})

it('every act that an entry can tell has a name in both languages', async () => {
  const documents = (await loadAreaServers(areas)).flatMap((area) =>
    area.documents.map(({ definition }) => definition as AnyDocument),
  )
  const told = await world.server.query<{ type: string | null; action: string }>(
    `select distinct document_type as type, action from audit_entry where kind in ('change', 'read') and document_id < 9000000000`,
  )
  const acts = [
    ...told,
    ...documents.flatMap(({ name, actions }) =>
      [...Object.keys(actions), ...(actions['approve'] ? KERNEL_VERBS : []), 'handOver', 'expire', 'close'].map(
        (action) => ({ type: name, action }),
      ),
    ),
    ...RUN_ACTS.map((action) => ({ type: 'import', action })),
    ...['publish', 'discardDraft'].map((action) => ({ type: 'role', action })),
    { type: 'user', action: 'resignation' },
  ]
  expect(told.length).toBeGreaterThan(20)
  for (const language of ['en', 'zh'] as const) {
    const nameless = acts.filter(({ type, action }) => actName(language, type, action) === action)
    expect(nameless, language).toEqual([])
  }
})

it('the audit of settings and preferences says who changed what from which value to which, and from where', async () => {
  const { server } = world
  const call = async <T>(path: string, body: object, account = 'in.channel') => {
    const { status, data } = await server.call<T>(account, path, body)
    expect([path, status]).toEqual([path, 200])
    return data
  }
  const view = {
    list: 'audited',
    name: 'Mine',
    content: { filters: {}, sort: null, limit: null, columns: null, density: null },
  }
  type View = { readonly id: string; readonly version: number }
  const { id, version } = await call<View>('/api/v1/admin/view/save', view, 'hq.it')
  await call('/api/v1/admin/view/share', { id, version, isShared: true }, 'hq.it')
  const day = (days: number) => new Date(productNow().getTime() + days * 86_400_000).toISOString()
  const absence = await call<{ id: string }>(
    '/aps/bpm/absence/save',
    {
      account: 'in.manager',
      substitute: 'in.rsd',
      startsAt: day(200),
      endsAt: day(201),
    },
    'admin',
  )
  await call('/aps/bpm/absence/revoke', { id: absence.id }, 'admin')
  await call('/api/v1/admin/user/language', { language: 'zh' })
  await call('/api/v1/admin/user/language', { language: 'en' })
  const link = await call<{ url: string }>('/api/v1/admin/permission/link', { url: '/index', purpose: 'share' })
  await call('/aps/product/sku/export', { format: 'csv' }, 'admin').catch(() => undefined)
  const told = (await entries({ kind: 'call', limit: 50 })).data.records
  const shown = told.map(({ actor, action, type, subject, before, after, address }) =>
    [/\((.*)\)/.exec(actor ?? '')?.[1], action, type, subject, before, after, address].join(' | '),
  )
  expect(shown).toEqual(
    expect.arrayContaining([
      'hq.it | Saved view shared or taken back | Saved view | audited Mine | Shared: false\nShared with organisations: / | Shared: true\nShared with organisations: / | 127.0.0.1',
      'in.channel | Language chosen |  | in.channel | Language: zh | Language: en | 127.0.0.1',
    ]),
  )
  for (const part of [
    'admin | Absence saved | Absence | in.manager → in.rsd |',
    'admin | Absence ended | Absence | in.manager → in.rsd | Until: ',
  ])
    expect(
      shown.filter((line) => line.startsWith(part)),
      part,
    ).toHaveLength(1)
  const changed = told.filter(({ action }) => action === 'Language chosen')
  expect(changed.map(({ requestId }) => requestId.length > 8)).toEqual([true, true])
  // No entry contains the ticket of a link.
  const ticket = new URL(link.url, 'http://localhost').searchParams.get('ticket') ?? link.url
  expect(JSON.stringify(told)).not.toContain(ticket)
})

it("the audit names a refused right in the reader's language", async () => {
  expect((await entries({}, 'in.channel')).status).toBe(403)
  const said = refusalText('zh', { key: 'http.forbidden', params: { right: 'auditing.entries.view' } })
  expect(said).toMatch(/\p{Script=Han}/u)
  const refusals = { kind: 'refusal', actor: 'in.channel' }
  await until(async () => {
    const { data } = await world.server.call<Entries>('hq.it', `${PATH}/queryPage`, refusals, 'zh')
    return data.records.some(({ action }) => action === said)
  }, 'the refusal is not told')
})
