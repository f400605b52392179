import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import { type AnyRecord, codeColumnOf, columnFor, referringFields } from '#kernel/engine/record/definition.ts'
import { oldestIn, within } from '#test/helpers/company/fixtures.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

// A person who may do everything in India sees, counts, exports, searches, chooses and guesses nothing of Indonesia.

const WHO = 'rows.india'
const UNKNOWN = '987654321'
const loaded = await loadAreaServers(areas)
const records = loaded.flatMap((area) => area.records ?? []).filter(({ scope }) => scope !== undefined)
const documents = loaded.flatMap((area) => area.documents.map(({ definition }) => definition))

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  await server.query(`insert into role (code, name_zh, name_en) values ('allOfIndia', 'x', 'x')`)
  await server.query(
    `insert into role_right (role_code, right_code) select 'allOfIndia', right_code from (select distinct right_code from role_right) r`,
  )
  await server.query(
    `with person as (insert into app_user (account, name_zh, name_en, job_title) values ($1, 'x', 'x', '') returning id)
     insert into user_role (user_id, role_code, organisation_id)
     select person.id, 'allOfIndia', o.id from person, organisation o where o.code = 'IN'`,
    [WHO],
  )
})
afterAll(() => server?.close())

const answerTo = (path: string, body: object) => server.call<never>(WHO, path, body)

async function rowsTold(path: string, body: object = {}): Promise<number | null> {
  const started = await server.call<{ taskId: string } | null>(WHO, path, { offlineExport: 1, ...body })
  const [task] = await server.query<{ rows_total: number }>('select rows_total from download_task where id = $1', [
    started.data?.taskId ?? '0',
  ])
  await server.query(`update download_task set status = 3 where status = 1`)
  return task?.rows_total ?? null
}

async function oneOf(record: AnyRecord, region: 'IN' | 'ID') {
  const row = await oldestIn(server, record.table, region)
  return row && { ...row, key: String(row[columnFor(record.key, record.fields[record.key]!)]) }
}

describe('an Indian account and Indonesian data', () => {
  it('an Indian account cannot list, count or export Indonesian records', async () => {
    for (const record of records) {
      const [all] = await server.query<{ n: number }>(
        `select count(*)::int as n from ${record.table} t where ${within('IN')}`,
      )
      const page = await server.call<{ records: { id: string }[] }>(WHO, `${record.api}/queryPage`, { limit: 500 })
      const ids = page.data.records.map(({ id }) => id)
      const foreign = await server.query(
        `select from ${record.table} t where t.id = any ($1::bigint[]) and not ${within('IN')}`,
        [ids],
      )
      const count = await server.call<{ recordTotal: number }>(WHO, `${record.api}/count`, {})
      const exported = await rowsTold(`${record.api}/export`)
      expect([record.name, foreign.length, ids.length, count.data.recordTotal, exported]).toEqual([
        record.name,
        0,
        Math.min(all!.n, 500),
        all!.n,
        all!.n,
      ])
    }
  })

  it('an Indian account gets the answer of an unknown record for Indonesian keys and ids', async () => {
    let compared = 0
    for (const record of records) {
      const there = await oneOf(record, 'ID')
      if (!there) continue
      compared += 1
      const { filters } = record.list
      if ((filters as readonly string[]).includes('keyword')) {
        const found = await server.call<{ records: { id: string }[] }>(WHO, `${record.api}/queryPage`, {
          keyword: there.key,
        })
        expect([record.name, found.data.records.map(({ id }) => id)]).not.toEqual([record.name, [there.id]])
        expect(found.data.records.some(({ id }) => id === there.id)).toBe(false)
      }
      const calls = [
        'detail',
        'history',
        'delete',
        ...(record.appendOnly ? [] : ['update']),
        ...(record.states ? ['disable'] : []),
      ]
      for (const call of calls) {
        const body = (id: string) => ({ id, version: there.version, values: {} })
        const [one, other] = [
          await answerTo(`${record.api}/${call}`, body(there.id)),
          await answerTo(`${record.api}/${call}`, body(UNKNOWN)),
        ]
        expect([record.name, call, one.status, one]).toEqual([record.name, call, 404, other])
      }
    }
    expect(compared).toBeGreaterThan(8)
  })

  it('an Indian account is offered no Indonesian record where something is chosen', async () => {
    let asked = 0
    for (const record of loaded.flatMap((area) => area.records ?? [])) {
      for (const [name, { refersTo: reference }] of referringFields(record)) {
        if (!reference.scope) continue
        const [there] = await server.query<{ code: string }>(
          `select min(t.${codeColumnOf(reference)}) as code from ${reference.table} t
           where t.${reference.scope} in (select o.id from organisation o left join organisation p on p.id = o.parent_id where 'ID' in (o.code, p.code))`,
        )
        if (!there?.code) continue
        asked += 1
        for (const keyword of ['', there.code]) {
          const choices = await server.call<{ records: { code: string }[] }>(WHO, `${record.api}/choices`, {
            field: name,
            keyword,
            limit: 1000,
          })
          expect([record.name, name, choices.data.records.filter(({ code }) => code === there.code)]).toEqual([
            record.name,
            name,
            [],
          ])
        }
      }
    }
    expect(asked).toBeGreaterThan(10)
  })

  it('an Indian account cannot list, count, export, find or guess Indonesian documents', async () => {
    let compared = 0
    for (const { name, table, api, initial } of documents) {
      const row = await oldestIn(server, table, 'ID', `t.state <> '${initial}'`)
      const there = row && { id: row.id, no: String(row['no']), instance: `${row.id}-${String(row['round'])}` }
      const [here] = await server.query<{ n: number }>(
        `select count(*)::int as n from ${table} t where ${within('IN')} and t.state <> '${initial}'`,
      )
      const count = await server.call<{ recordTotal: number }>(WHO, `${api}/count`, {})
      expect([name, count.data.recordTotal]).toEqual([name, here!.n])
      if (!there) continue
      compared += 1
      const list = await server.call<{ records: unknown[] }>(WHO, `${api}/queryByPage`, { no: there.no })
      const found = await server.call<unknown[]>(WHO, '/aps/find', { keyword: there.no })
      expect([name, list.data.records, found.data]).toEqual([name, [], []])
      for (const [one, other] of [
        [{ id: there.id }, { id: UNKNOWN }],
        [{ no: there.no }, { no: `${there.no.slice(0, -5)}99999` }],
        [{ formInstanceId: there.instance }, { formInstanceId: `${UNKNOWN}-1` }],
      ]) {
        const answers = [await answerTo(`${api}/detail`, one!), await answerTo(`${api}/detail`, other!)]
        expect([name, answers[0]!.status, answers[0]]).toEqual([name, 404, answers[1]])
      }
      for (const verb of ['comment', 'terminate', 'urge']) {
        const body = (formInstanceId: string) => ({ formInstanceId, taskId: '1', contentHash: 'x', opinion: 'x' })
        const answers = [
          await answerTo(`/aps/bpm/task/${verb}`, body(there.instance)),
          await answerTo(`/aps/bpm/task/${verb}`, body(`${UNKNOWN}-1`)),
        ]
        expect([name, verb, answers[0]!.status, answers[0]]).toEqual([name, verb, 404, answers[1]])
      }
    }
    expect(compared).toBeGreaterThan(0)
  })

  it('an Indian account sees no Indonesian amounts in totals and explanations', async () => {
    const lists = [
      'aps/budget/country/page',
      'aps/budget/country/page/count',
      'aps/budget/country/sum',
      'aps/budget/explain/lines',
    ]
    for (const list of [...lists, 'aps/budget/overview']) {
      // A region that exists and holds much, and one that the reader has as little to do with.
      const [one, other] = [
        await answerTo(`/gs/ID/oversea/${list}`, {}),
        await answerTo(`/gs/LATAM/oversea/${list}`, {}),
      ]
      expect([list, one.status, one]).toEqual([list, 404, other])
    }
    const own = await server.call<{ recordTotal: number }>(WHO, '/gs/IN/oversea/aps/budget/country/page/count', {})
    const sums = await server.call<{ lineCount: number }[]>(WHO, '/gs/IN/oversea/aps/budget/country/sum', {})
    expect(sums.data.reduce((all, { lineCount }) => all + lineCount, 0)).toBe(own.data.recordTotal)
    const [line] = await server.query<{ code: string }>(
      `select min(t.code) as code from budget_line t where ${within('ID')}`,
    )
    const explained = (budgetCode: string) =>
      answerTo('/aps/budget/country/postings', { budgetCode, bucket: 'available' })
    const [one, other] = [await explained(line!.code), await explained('BL999999999')]
    expect([one.status, one]).toEqual([404, other])
  })

  it('an Indonesian key is refused to an Indian account like any taken key, in forms and files, without naming its owner', async () => {
    let compared = 0
    for (const record of records) {
      const there = await oneOf(record, 'ID')
      const names = Object.values(record.names)
      if (!there || record.keyOf || record.numbered !== undefined || names.some((name) => !record.fields[name]))
        continue
      compared += 1
      const columns = names.map((name) => columnFor(name, record.fields[name]!)).join(` || '|' || `)
      const [row] = await server.query<{ names: string }>(
        `select ${columns} as names from ${record.table} where id = $1`,
        [there.id],
      )
      const answer = await server.call(WHO, `${record.api}/create`, { values: { [record.key]: there.key } })
      const said = JSON.stringify(answer)
      expect([record.name, row!.names.split('|').filter((name) => name !== there.key && said.includes(name))]).toEqual([
        record.name,
        [],
      ])
    }
    expect(compared).toBeGreaterThan(3)
  })
})
