import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TemplateContent } from '#areas/approval-routes/approval-routes-wire.ts'
import type { RoleContent } from '#areas/permission/permission-wire.ts'
import type { DraftView, SettingView, WaitingDraft } from '#kernel/engine/setting/setting-wire.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { errorOf, permissionWorld } from '#test/helpers/permission-world.ts'

let server: DemoServer
const { discard, inForce, publish, save } = permissionWorld(() => server)
beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.query('delete from setting_draft')
  await server.query('delete from outbox')
})

const ask = (draft: DraftView<unknown>, key: string, account = 'hq.it') =>
  server.call<{ people: number }>(account, '/aps/setting/draft/ask', {
    kind: draft.kind,
    key,
    draftVersion: draft.version,
  })
const waiting = async (account: string) =>
  (await server.call<WaitingDraft[]>(account, '/aps/setting/draft/waiting')).data
const keys = async (account: string) => (await waiting(account)).map(({ key }) => key)
const reject = (draftVersion: number, opinion: string, account = 'hq.it2') =>
  server.call(account, '/aps/setting/draft/reject', { kind: 'role', key: 'sales', draftVersion, opinion })
const told = (kind: string) =>
  server.query<{ account: string; words: string }>(
    `select u.account, o.payload ->> 'opinion' as words from outbox o
     join app_user u on o.payload -> 'notices' @> jsonb_build_array(jsonb_build_object('kind', $1::text, 'to', jsonb_build_array(u.id)))
     where o.payload ->> 'documentType' = 'settingDraft' order by 1`,
    [kind],
  )

/** The role `sales` with a name of its own, drafted by the first administrator. */
async function drafted() {
  const role = await inForce<RoleContent>('role', 'sales')
  const rights = [...new Set([...role.rights, 'auditing.entries.view'])].toSorted()
  const { data } = await save('role', 'sales', { ...role, nameEn: `${role.nameEn} again`, rights })
  return data
}

it('the second person of a setting is told and sees the draft in words only after its writer asks', async () => {
  const draft = await drafted()
  expect(await keys('hq.it2')).toEqual([])
  expect(await told('publishAsked')).toEqual([])
  const asked = await ask(draft, 'sales')
  expect(asked.error).toBeUndefined()
  const [shown] = await waiting('hq.it2')
  expect(shown?.title).toMatch(/^Roles? · \S/)
  expect((await told('publishAsked')).map(({ account }) => account)).toEqual(['admin', 'hq.it2'])
  const [found] = await waiting('hq.it2')
  expect(found).toMatchObject({ kind: 'role', key: 'sales', publishPath: '/aps/permission/role/publish' })
  // A role holds for everybody at once: only settings that hold from later on say from when.
  expect(found?.effect).toBeNull()
  expect(found?.changes).toContainEqual({ name: 'Rights', before: null, after: 'View the audit' })
  // Neither its writer nor anybody without the right finds it.
  for (const account of ['hq.it', 'in.channel', 'hq.auditor'])
    expect([account, await keys(account)]).toEqual([account, []])
  // Asked twice, nobody is told twice.
  expect((await ask(draft, 'sales')).data.people).toBe(2)
  expect(await told('publishAsked')).toHaveLength(2)
})

it('the second person of a route reads the lines of its sheet that change, in the task and afterwards in the audit', async () => {
  const call = <T>(account: string, path: string, body: object) =>
    server.call<T>(account, `/aps/approval/template/${path}`, body)
  const key = 'budget_country'
  const { versions } = (await call<SettingView<TemplateContent>>('hq.it', 'detail', { code: key })).data
  const route = versions[0]!.content
  const [first, second, ...others] = route.steps
  const added = { ...first!, key: 'another', name: { zh: '复核', en: 'Second look' }, mode: 'all' as const }
  delete (added as { when?: string }).when
  const condition = 'amount > 12000 and applyType != "revoke"'
  const steps = [second!, { ...first!, remindAfterHours: 7, when: condition }, ...others, added]
  const saved = await call<DraftView<TemplateContent>>('hq.it', 'draft/save', {
    key,
    draftVersion: 0,
    content: { ...route, steps },
    note: '',
  })
  const { data } = saved
  await ask(data, key)
  const [found] = await waiting('hq.it2')
  const one = first!.name.en
  expect(found?.effect).toBe('New approvals start with this version. Those that run keep theirs.')
  const says = found?.changes ?? []
  expect(says).toContainEqual({ name: `${one} · Place`, before: '1', after: '2' })
  expect(says).toContainEqual({
    name: `${one} · Remind after h`,
    before: first!.remindAfterHours === undefined ? null : String(first!.remindAfterHours),
    after: '7',
  })
  // A condition is said with the names of what it compares, beside itself.
  expect(says.find(({ name }) => name === `${one} · Only if (FEEL)`)?.after).toMatch(
    /is more than 12,000 and Apply type is not Revoke · amount > 12000 and/,
  )
  expect(says.find(({ name }) => name === 'Second look')?.after).toContain('How: All')
  expect(JSON.stringify(says)).not.toMatch(/remindAfterHours|nameZh|\{\\"/)
  expect((await call('hq.it2', 'publish', { key, draftVersion: data.version })).status).toBe(200)
  const { data: entries } = await server.call<{ records: { id: string; before: string; after: string }[] }>(
    'hq.auditor',
    '/aps/audit/entries/queryPage',
    { type: 'approvalTemplate', limit: 10 },
  )
  const entry = await server.call<{ changes: readonly object[] }>('hq.auditor', '/aps/audit/entries/detail', {
    id: entries.records[0]?.id,
  })
  expect(entry.data.changes).toEqual(says.map((change) => ({ ...change, isAmount: false, picture: null })))
  for (const side of [entries.records[0]?.before, entries.records[0]?.after]) expect(side).not.toMatch(/[{}]/)
})

it('a draft that waits for its second person counts in the badge, the box and the home page of that person alone', async () => {
  const counts = async (account: string) => {
    const latest = await server.get<{ drafts: number }>(account, '/aps/task/queryPage?order=latest&limit=6')
    const boxes = await server.get<{ open: number }>(account, '/aps/task/boxes')
    const cards = await server.get<{ key: string; figures: { key: string; value: string }[] }[]>(
      account,
      '/aps/home/cards?group=waiting',
    )
    const figure = cards.data.find(({ key }) => key === 'tasks')?.figures.find(({ key }) => key === 'drafts')
    return { badge: latest.data.drafts, open: boxes.data.open, home: figure?.value ?? null }
  }
  const before = await counts('hq.it2')
  const writer = await counts('hq.it')
  expect(before).toMatchObject({ badge: 0, home: null })
  await ask(await drafted(), 'sales')
  expect(await counts('hq.it2')).toEqual({ badge: 1, open: before.open + 1, home: '1' })
  expect(await counts('hq.it')).toEqual(writer)
})

it('a draft of a setting leaves the tasks of its second person once it is published, discarded, or saved anew', async () => {
  const ends = [async () => publish('role', 'sales'), async () => discard('role', 'sales'), async () => drafted()]
  for (const end of ends) {
    await server.query('delete from setting_draft')
    await server.query('delete from outbox')
    const role = await inForce<RoleContent>('role', 'sales')
    const { data } = await save('role', 'sales', { ...role, nameZh: `${role.nameZh}一` })
    await ask(data, 'sales')
    expect(await keys('hq.it2')).toEqual(['sales'])
    await end()
    expect(await keys('hq.it2')).toEqual([])
  }
})

it('a rejected draft of a setting goes back to whoever asked with the reason, and can be asked for again', async () => {
  const draft = await drafted()
  expect(errorOf(await reject(draft.version, 'Too much'))).toBe('twoPeople.notAsked')
  await ask(draft, 'sales')
  expect((await reject(draft.version, '  ')).status).toBe(400)
  expect(errorOf(await reject(draft.version, 'Too much', 'hq.it'))).toBe('twoPeople.notAsked')
  expect(errorOf(await reject(draft.version, 'Too much', 'in.channel'))).toBe('twoPeople.notAsked')
  expect((await reject(draft.version, 'Too much')).status).toBe(200)
  expect(await told('rejected')).toEqual([{ account: 'hq.it', words: expect.stringContaining('Too much') }])
  expect(await keys('hq.it2')).toEqual([])
  expect((await ask(draft, 'sales')).status).toBe(200)
  expect(await keys('hq.it2')).toEqual(['sales'])
})

it('asking for a second person is refused for a draft that the caller may not edit, that is gone, or that changed since', async () => {
  const draft = await drafted()
  expect(errorOf(await ask(draft, 'sales', 'in.channel'))).toBe('twoPeople.mayNotAsk')
  expect(errorOf(await ask({ ...draft, version: draft.version + 1 }, 'sales'))).toBe('twoPeople.draftStale')
  expect(errorOf(await ask({ ...draft, kind: 'nothing' }, 'sales'))).toBe('twoPeople.unknown')
  await server.query('delete from setting_draft')
  expect(errorOf(await ask(draft, 'sales'))).toBe('twoPeople.noDraft')
})
