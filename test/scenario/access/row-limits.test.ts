import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import { limitedColumns } from '#db/tables.ts'
import { columnOf } from '#kernel/engine/definition/fields.ts'
import { limitOf } from '#kernel/engine/document/document-limits.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

// A person who may do everything in India, and is limited to a customer, sees, counts, exports, finds and guesses no document of another.

const WHO = 'rows.india'
const UNKNOWN = '987654321'
const loaded = await loadAreaServers(areas)
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

const within = `t.scope_id in (select o.id from organisation o left join organisation p on p.id = o.parent_id where 'IN' in (o.code, p.code))`
const answerTo = (path: string, body: object) => server.call<never>(WHO, path, body)

async function rowsTold(path: string, body: object = {}): Promise<number | null> {
  const started = await server.call<{ taskId: string } | null>(WHO, path, { offlineExport: 1, ...body })
  const [task] = await server.query<{ rows_total: number }>('select rows_total from download_task where id = $1', [
    started.data?.taskId ?? '0',
  ])
  await server.query(`update download_task set status = 3 where status = 1`)
  return task?.rows_total ?? null
}

interface Change {
  readonly id: string
  readonly no: string
  readonly instance: string
  readonly key: string
}

describe("documents of customers beyond a person's limit", () => {
  const CHANGES = '/aps/record/change'
  const NOTHING: Change = { id: UNKNOWN, no: 'MC20990199999', instance: `${UNKNOWN}-1`, key: 'CU-NONE' }
  /** A store of the person's own customer, and a store of another. */
  const STORES = ['MC20990100001', 'MC20990100002']
  const changes = (state: string) =>
    server.query<Change>(
      `select t.id::text as id, t.no, concat(t.id, '-', t.round) as instance, t.record_key as key from record_change t
       where ${within} and t.record_kind = 'customer' and ${state}
       order by exists (select from store s where s.customer_code = t.record_key and s.scope_id = t.scope_id) desc, t.id`,
    )
  const limitTo = (key: string) =>
    server.query('insert into user_customer select id, $2 from app_user where account = $1', [WHO, key])
  const listed = async (asked: object = {}) =>
    (await server.call<{ records: Change[] }>(WHO, `${CHANGES}/queryByPage`, { limit: 500, ...asked })).data.records
  const counted = async () => (await server.call<{ recordTotal: number }>(WHO, `${CHANGES}/count`, {})).data.recordTotal
  const raw = (change: Change) => server.fetch(WHO, `/aps/document/recordChange/pdf?no=${change.no}`)
  let mine: Change
  let other: Change
  let before = 0

  beforeAll(async () => {
    const [first, ...more] = await changes(`t.state <> 'draft'`)
    mine = first!
    other = more.find(({ key }) => key !== mine.key)!
    // Data about a store belongs to its customer too.
    for (const [index, sign] of ['=', '<>'].entries())
      await server.query(
        `insert into record_change select r.* from record_change t
         cross join lateral (select min(code) as code from store where customer_code ${sign} $2 and scope_id = t.scope_id) s
         cross join lateral jsonb_populate_record(t, jsonb_build_object('id', nextval('document_id'), 'no', $3::text,
           'record_kind', 'store', 'record_key', s.code)) r where t.id = $1`,
        [mine.id, mine.key, STORES[index]],
      )
    await server.query(
      `insert into attachment (key, uploader_id, name, media_type, size, sha256, source_sha256, created_at, purpose, document_type, document_id, round, bound_at)
       select lpad(d.id::text, 40, '0'), (select min(id) from app_user), 'x.pdf', 'application/pdf', 1, '', '', product_now(), 'opinion', 'recordChange', d.id, 1, product_now()
       from unnest($1::bigint[]) as d (id)`,
      [[mine.id, other.id]],
    )
    before = await counted()
    await limitTo(mine.key)
  })
  afterAll(() =>
    server.query('delete from user_customer where user_id = (select id from app_user where account = $1)', [WHO]),
  )

  it('every document says which of its columns name a customer or a store', () => {
    for (const { name, table, fields, lines } of documents)
      for (const [of, declared] of [
        [table, fields],
        [`${table}_line`, lines],
      ] as const)
        for (const [column, by] of Object.entries(limitedColumns[of] ?? {})) {
          const field = Object.entries(declared).find(([field]) => columnOf(field) === column)?.[1]
          expect([name, column, field && limitOf(field)]).toEqual([name, column, by])
        }
  })

  it("a change request of a customer beyond the person's limit is not listed, counted, exported, found or monitored", async () => {
    const [expected] = await server.query<{ ids: string[] }>(
      `select array_agg(t.id::text order by t.id) as ids from record_change t where ${within} and t.state <> 'draft'
       and case t.record_kind when 'customer' then t.record_key = $1 when 'store' then t.no = $2 else true end`,
      [mine.key, STORES[0]],
    )
    const { ids } = expected!
    expect(ids.length).toBeLessThan(before)
    expect((await listed()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect([await counted(), await rowsTold(`${CHANGES}/export`)]).toEqual([ids.length, ids.length])
    expect([(await listed({ no: STORES[0] })).length, (await listed({ no: STORES[1] })).length]).toEqual([1, 0])
    const own = await server.get<{ documentType: string; typeLabel: string; total: number }[]>(
      WHO,
      '/aps/document/mine',
    )
    expect([own.code, own.msg]).toEqual([200, 'success'])
    // They raised none, and no other's request is counted as theirs.
    expect(own.data.find(({ documentType }) => documentType === 'recordChange')).toMatchObject({ total: 0 })
    for (const [change, n] of [
      [mine, 1],
      [other, 0],
    ] as const) {
      const found = await server.call<unknown[]>(WHO, '/aps/find', { keyword: change.no })
      const tasks = await server.get<{ records: unknown[] }>(WHO, `/aps/task/queryPage?box=all&no=${change.no}`)
      const total = await server.get<{ recordTotal: number }>(WHO, `/aps/task/count?box=all&no=${change.no}`)
      expect([change.no, found.data.length, tasks.data.records.length, total.data.recordTotal]).toEqual([
        change.no,
        n,
        n,
        n,
      ])
    }
    const watched = await server.call<{ records: Change[] }>(WHO, '/aps/bpm/monitor/queryPage', {
      documentType: 'recordChange',
    })
    const nos = (await listed()).map(({ no }) => no)
    expect(watched.data.records.map(({ no }) => no).filter((no) => !nos.includes(no))).toEqual([])
  })

  it("a change request of a customer beyond the person's limit answers every call as if it did not exist", async () => {
    const file = `/aps/file/tmpUrl?key=${mine.id.padStart(40, '0')}`
    const own = [await server.call(WHO, `${CHANGES}/detail`, { id: mine.id }), await server.get(WHO, file)]
    expect(own.map(({ status }) => status)).toEqual([200, 200])
    const asked: ((change: Change) => Promise<{ readonly status: number }>)[] = [
      ({ id }) => answerTo(`${CHANGES}/detail`, { id }),
      ({ no }) => answerTo(`${CHANGES}/detail`, { no }),
      ({ instance }) => answerTo(`${CHANGES}/detail`, { formInstanceId: instance }),
      ({ instance }) => answerTo('/aps/bpm/form/head/query', { formInstanceId: instance }),
      ({ instance }) => server.get(WHO, `/aps/gs/progress/bar?formInstanceId=${instance}`),
      ({ instance }) => server.get(WHO, `/aps/bpm/address/query/page?formInstanceId=${instance}`),
      ({ instance }) => answerTo('/aps/bpm/form/record/export', { formInstanceId: instance }),
      ({ instance }) => answerTo('/aps/bpm/look', { formInstanceId: instance }),
      ...['comment', 'terminate', 'urge'].map((verb) => ({ instance }: Change) => {
        const body = { formInstanceId: instance, taskId: '1', contentHash: 'x', opinion: 'x' }
        return answerTo(`/aps/bpm/task/${verb}`, body)
      }),
      ({ id }) => server.get(WHO, `/aps/file/tmpUrl?key=${id.padStart(40, '0')}`),
      ({ key }) => answerTo(`${CHANGES}/start`, { recordKind: 'customer', recordKey: key }),
      ...['save', 'check'].map((call) => ({ key }: Change) => {
        const header = { changeKind: 'change', recordKind: 'customer', recordKey: key, organisationCode: 'IN-IN' }
        return answerTo(`${CHANGES}/${call}`, { ...header, reason: 'x', lines: [{ field: 'taxNo', value: 'x' }] })
      }),
    ]
    for (const [index, ask] of asked.entries()) {
      const [one, unknown] = [await ask(other), await ask(NOTHING)]
      expect([index, one.status, one]).toEqual([index, 404, unknown])
    }
    expect([(await raw(mine)).status, (await raw(other)).status]).toEqual([200, 404])
    const why = async ({ no }: Change) => {
      const { data } = await server.call<object>(WHO, '/aps/permission/why/mine', { kind: 'document', target: no })
      return JSON.stringify(data).replaceAll(no, '')
    }
    expect(await why(other)).toBe(await why(NOTHING))
    expect(await why(mine)).not.toBe(await why(NOTHING))
  })

  it('a draft of a customer within the limit is refused naming its drafter, and one beyond it does not exist', async () => {
    const [draft] = await changes(`t.state = 'draft'`)
    const ask = async () => {
      const { status, error } = await server.call(WHO, `${CHANGES}/detail`, { id: draft!.id })
      return [status, error?.key]
    }
    expect(await ask()).toEqual([404, 'document.notFound'])
    await limitTo(draft!.key)
    expect(await ask()).toEqual([403, 'document.notYours'])
  })

  it('a change request of a customer beyond the limit is seen by a person who takes part in it', async () => {
    const [first, ...all] = [await listed({ no: other.no }), await counted()] as const
    expect(first).toEqual([])
    await server.query(
      `insert into approval_copy (document_id, round, user_id, created_at)
       select $1, 1, id, product_now() from app_user where account = $2`,
      [other.id, WHO],
    )
    expect((await listed({ no: other.no })).map(({ id }) => id)).toEqual([other.id])
    expect((await listed()).length).toBe(all[0] + 1)
    expect((await server.call(WHO, `${CHANGES}/detail`, { id: other.id })).status).toBe(200)
    expect((await server.call<unknown[]>(WHO, '/aps/find', { keyword: other.no })).data).toHaveLength(1)
    const comment = { formInstanceId: other.instance, opinion: 'x' }
    expect((await server.call(WHO, '/aps/bpm/task/comment', comment)).status).not.toBe(404)
  })
})
