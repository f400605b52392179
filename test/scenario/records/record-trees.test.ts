import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { legalEntity } from '#areas/organisation/records/legal-entity.record.ts'
import { operatingUnit } from '#areas/organisation/records/operating-unit.record.ts'
import { organisation } from '#areas/organisation/records/organisation.record.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import { applyDated } from '#kernel/engine/record/write/dated-job.ts'
import { recordImport } from '#kernel/services/record-service/record-import.ts'
import type { DatedView, RelatedView, TreeNode } from '#kernel/engine/record/routes/record-wire.ts'
import { ADMIN, type Detail, ELSEWHERE, type RecordWorld, recordWorld, type Row } from '#test/helpers/record-world.ts'

// Organisations are a tree: a node never comes to be below itself, whoever tries, and the consequences for what people see apply at once.

let world: RecordWorld

beforeAll(async () => {
  world = await recordWorld()
})
afterAll(() => world?.close())

const valuesOf = (code: string, parentCode: string) => {
  const names = { nameZh: code, nameEn: code }
  return { ...names, code, parentCode, type: 'branch', timezone: 'UTC+05:30', language: 'en', currencyCode: 'INR' }
}
const made = async (code: string, parentCode: string): Promise<Row> => {
  const answer = await world.call<Detail>(ADMIN, organisation, 'create', { values: valuesOf(code, parentCode) })
  expect([answer.status, answer.msg]).toEqual([200, 'success'])
  return answer.data.record
}
const moved = (account: string, { id, version, values }: Row, parentCode: string) =>
  world.call<Detail>(account, organisation, 'update', { id, version, values: { ...values, parentCode } })
const nodes = async (account: string, parent?: string) =>
  (await world.call<{ records: TreeNode[] }>(account, organisation, 'children', parent ? { parent } : {})).data.records

describe('a cycle in a tree (B6)', () => {
  it('a cycle in a tree of any length is refused', async () => {
    const top = await made('T-A', 'IN')
    const middle = await made('T-B', 'T-A')
    await made('T-C', 'T-B')
    expect((await moved(ADMIN, top, 'T-A')).error).toMatchObject({ key: 'record.itself', field: 'parentCode' })
    expect((await moved(ADMIN, top, 'T-C')).error).toMatchObject({ key: 'record.circle', field: 'parentCode' })
    expect((await moved(ADMIN, middle, 'ID')).status).toBe(200)
  })

  it('one of two simultaneous moves that together form a cycle is refused', async () => {
    for (const at of [1, 2, 3]) {
      const [one, other] = await Promise.all([made(`R-${at}A`, 'IN'), made(`R-${at}B`, 'IN')])
      await Promise.all([made(`R-${at}C`, `R-${at}A`), made(`R-${at}D`, `R-${at}B`)])
      const answers = await Promise.all([moved(ADMIN, one, `R-${at}D`), moved('hq.it', other, `R-${at}C`)])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
      expect(answers.find(({ status }) => status === 400)?.error?.key).toBe('record.circle')
    }
  })

  it('one of two rows of an import that together form a cycle is refused', async () => {
    await Promise.all(['F-A', 'F-B'].map((code) => made(code, 'IN')))
    const by = await world.importer(ADMIN)
    const rows = [
      ['F-A', 'F-B'],
      ['F-B', 'F-A'],
    ].map(([code, parentCode], at) => ({ row: at + 2, values: { code: code!, parentCode: parentCode! } }))
    const definition = recordImport(organisation)
    const plans = await transaction(world.pool, (tx) => definition.check(tx, by, rows))
    expect(plans).toMatchObject([{ errors: [{ key: 'record.circle' }] }, { action: 'update' }])
    const found = await world.server.query<{ id: string; version: number }>(
      `select id::text, version from organisation where code in ('F-A', 'F-B') order by code`,
    )
    const bound = rows.map((row, at) => ({
      ...row,
      action: 'update' as const,
      key: row.values.code,
      basis: found[at]!,
    }))
    const applied = await transaction(world.pool, (tx) => definition.apply(tx, by, bound))
    expect(applied).toMatchObject([{ refusal: { key: 'record.circle' } }, { undo: { version: 1 + 1 } }])
  })
})

describe('a tree of records', () => {
  it("a tree of records opens level by level within the reader's organisations", async () => {
    expect(await nodes(ADMIN)).toMatchObject([{ code: 'HQ', hasChildren: true }])
    expect(await nodes(ELSEWHERE)).toMatchObject([{ code: 'ID' }])
    expect((await nodes(ADMIN, 'HQ')).map(({ code }) => code)).toContain('IN')
    expect(await nodes(ELSEWHERE, 'IN')).toEqual([])
    const [leaf] = (await nodes(ADMIN, 'IN')).filter(({ code }) => code === 'IN-BT')
    expect(leaf).toMatchObject({ hasChildren: false })
  })

  it("a record of a tree shows its path and its top within the reader's organisations", async () => {
    const low = await made('P-B', String((await made('P-A', 'IN-BT')).values['code']))
    const { data } = await world.call<Detail & { path: TreeNode[] }>(ADMIN, organisation, 'detail', { id: low.id })
    expect(data.path.map(({ code }) => code)).toEqual(['HQ', 'IN', 'IN-BT', 'P-A'])
    expect(data.record.values['topCode']).toBe('IN')
    const { data: seen } = await world.call<Detail & { path: TreeNode[] }>('in.finance', organisation, 'detail', {
      id: low.id,
    })
    expect(seen.path.map(({ code }) => code)).toEqual(['IN', 'IN-BT', 'P-A'])
  })

  it('a branch is seen by other people as soon as it is moved below their organisation', async () => {
    const branch = await made('M-A', 'IN')
    await made('M-B', 'M-A')
    const sees = async (account: string) => (await nodes(account, 'M-A')).map(({ code }) => code)
    expect([await sees('in.finance'), await sees(ELSEWHERE)]).toEqual([['M-B'], []])
    const answer = await moved(ADMIN, branch, 'ID')
    expect(answer.data.record.values).toMatchObject({ parentCode: 'ID', topCode: 'ID' })
    expect([await sees('in.finance'), await sees(ELSEWHERE)]).toEqual([[], ['M-B']])
  })

  it('a record with children cannot be deleted (B17)', async () => {
    const top = await made('D-A', 'IN')
    await made('D-B', 'D-A')
    const refused = await world.call(ADMIN, organisation, 'delete', { id: top.id, version: 1 })
    expect([refused.status, refused.msg]).toEqual([
      409,
      'An organization cannot be deleted while child organizations exist',
    ])
  })
})

describe('a value that is valid from a day on', () => {
  const DAY = 86_400_000
  const dayAfter = (days: number) => new Date(productNow().getTime() + days * DAY).toISOString().slice(0, 10)
  const plan = ({ id, version, values }: Row, parentCode: string, from: string) =>
    world.call<Detail>(ADMIN, organisation, 'update', { id, version, values: { ...values, parentCode }, from })
  const daysOf = async (id: string) =>
    (await world.call<{ dated: DatedView[] }>(ADMIN, organisation, 'detail', { id })).data.dated
  const on = async (id: string, day: string) =>
    (await world.call<{ value: DatedView | null }>(ADMIN, organisation, 'onDay', { id, day })).data.value?.value
  const upper = async (id: string) =>
    (await world.call<Detail>(ADMIN, organisation, 'detail', { id })).data.record.values['parentCode']

  it('a planned value takes effect on its day and can be read by day', async () => {
    const branch = await made('Y-A', 'IN')
    const planned = await plan(branch, 'ID', dayAfter(30))
    expect(planned.data.record).toMatchObject({ version: 2, values: { parentCode: 'IN' } })
    // There are never two of one day: the later one replaces the earlier.
    await plan(planned.data.record, 'SEA', dayAfter(30))
    expect(await daysOf(branch.id)).toMatchObject([
      { from: dayAfter(30), value: 'SEA', isComing: true },
      { value: 'IN', isComing: false },
    ])
    await applyDated(world.pool, new Date(productNow().getTime() + 28 * DAY))
    expect(await upper(branch.id)).toBe('IN')
    await applyDated(world.pool, new Date(productNow().getTime() + 31 * DAY))
    expect(await upper(branch.id)).toBe('SEA')
    expect([await on(branch.id, dayAfter(5)), await on(branch.id, dayAfter(31))]).toEqual(['IN', 'SEA'])
    expect(await on(branch.id, '2001-01-01')).toBeUndefined()
  })

  it('a planned value can be removed before its day, and a past day is refused', async () => {
    const branch = await made('Y-B', 'IN')
    const planned = await plan(branch, 'ID', dayAfter(40))
    const back = await plan(planned.data.record, 'IN', dayAfter(40))
    expect(await daysOf(branch.id)).toHaveLength(1)
    const refused = await plan(back.data.record, 'ID', '2020-01-01')
    expect(refused.error).toMatchObject({ key: 'record.dayPast', field: 'from' })
    expect((await plan(back.data.record, 'ID', '2027-02-30')).error?.key).toBe('record.day')
  })

  it('a planned value takes effect beside a save at the same moment', async () => {
    const branch = await made('Y-E', 'IN')
    expect((await plan(branch, 'ID', dayAfter(50))).status).toBe(200)
    const { applying } = await transaction(world.pool, async (tx) => {
      await tx.run({ text: 'update organisation set version = version + 1 where id = $1', values: [branch.id] })
      const job = applyDated(world.pool, new Date(productNow().getTime() + 51 * DAY))
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await vi.waitFor(async () => expect(await world.server.query(waits)).toHaveLength(1), { timeout: 20_000 })
      return { applying: job }
    })
    await applying
    expect([await upper(branch.id), await daysOf(branch.id)]).toMatchObject([
      'ID',
      [{ value: 'ID', refusal: null }, {}],
    ])
  })

  it('a planned parent that has become a cycle by its day is refused, and the record says so', async () => {
    const one = await made('Y-C', 'IN')
    const other = await made('Y-D', 'IN')
    await plan(one, 'Y-D', dayAfter(20))
    expect((await moved(ADMIN, other, 'Y-C')).status).toBe(200)
    await applyDated(world.pool, new Date(productNow().getTime() + 22 * DAY))
    expect(await upper(one.id)).toBe('IN')
    const [first] = await daysOf(one.id)
    expect(first).toMatchObject({ isComing: false, refusal: expect.stringContaining('Y-C') })
  })
})

describe('related records', () => {
  const related = async (account: string, id: string) =>
    (await world.call<{ related: RelatedView[] }>(account, legalEntity, 'detail', { id })).data.related

  it('related records are shown by their own right and scope', async () => {
    const [entity] = await world.server.query<{ id: string }>(`select id::text from legal_entity where code = 'LE-IN'`)
    const { id } = entity!
    expect(await related('in.finance', id)).toMatchObject([
      { record: 'operatingUnit', by: 'legalEntityCode', count: 1, mayAdd: false, records: [{ code: 'OU-IN' }] },
    ])
    expect(await related(ADMIN, id)).toMatchObject([{ mayAdd: true }])
    const right = operatingUnit.rights.view
    const held = await world.server.query<{ role_code: string }>(
      'delete from role_right where right_code = $1 returning role_code',
      [right],
    )
    expect(await related('in.finance', id)).toEqual([])
    for (const { role_code } of held)
      await world.server.query('insert into role_right (role_code, right_code) values ($1, $2)', [role_code, right])
  })

  it('related records move to another organisation with the record they belong to', async () => {
    const answer = await world.call<Detail>(ADMIN, legalEntity, 'create', {
      values: {
        code: 'LE-GO',
        nameZh: '迁移',
        nameEn: 'Going',
        countryCode: 'IN',
        currencyCode: 'INR',
        fiscalYearStart: '4',
      },
    })
    const values = { nameZh: '迁移', nameEn: 'Going', setOfBooks: 'SOB-INR' }
    const unit = { ...values, code: 'OU-GO', legalEntityCode: 'LE-GO' }
    expect((await world.call(ADMIN, operatingUnit, 'create', { values: unit })).status).toBe(200)
    const found = async (account: string) =>
      (await world.call<{ records: Row[] }>(account, operatingUnit, 'queryPage', { keyword: 'OU-GO' })).data.records
        .length
    expect([await found('in.finance'), await found(ELSEWHERE)]).toEqual([1, 0])
    const { id, version, values: now } = answer.data.record
    const gone = { id, version, values: { ...now, countryCode: 'ID' } }
    expect((await world.call(ADMIN, legalEntity, 'update', gone)).status).toBe(200)
    expect([await found('in.finance'), await found(ELSEWHERE)]).toEqual([0, 1])
  })
})
