import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { areas } from '#app/areas.ts'
import { customerChannel } from '#areas/budget/records/customer-channel.record.ts'
import { project } from '#areas/budget/records/project.record.ts'
import { transaction, type Tx } from '#kernel/platform/db/tx.ts'
import { registerTexts } from '#kernel/base/i18n/texts.ts'
import type { RecordIntent } from '#kernel/engine/record/write/plan-records.ts'
import { writeRecord, writeRecords } from '#kernel/engine/record/write/write-records.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'

let world: World

beforeAll(async () => {
  for (const area of areas) registerTexts(area.name, area.texts)
  world = await budgetWorld(await testDatabase())
})

afterAll(() => world?.close())

const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const untilBlocked = () =>
  vi.waitFor(async () => expect(await world.query(blocked)).not.toHaveLength(0), { timeout: 20_000 })

describe('an import of 600 records while one of their keys is created elsewhere', () => {
  const codes = Array.from({ length: 600 }, (_, index) => `CH-RACE-${index}`)
  const taken = 'CH-RACE-299'

  it('an import writes all records but the one created meanwhile, each with one chained audit entry', async () => {
    const { writing } = await transaction(world.pool, async (tx) => {
      await tx.run({
        text: `insert into customer_channel (code, name_zh, name_en, status, area_id, scope_id)
          select $1, $1, $1, 1, id, organisation_id from area where area_code = 'IN'`,
        values: [taken],
      })
      const intents = codes.map((code): RecordIntent => ({
        act: 'create',
        values: { code, nameZh: code, nameEn: code, areaCode: 'IN' },
      }))
      const writer = await world.contextOf('hq.budget')
      const settled = Promise.allSettled([
        transaction(world.pool, (other) => writeRecords(other, writer, customerChannel, intents, 'import')),
      ])
      await untilBlocked()
      return { writing: settled }
    })
    const [outcome] = await writing
    if (outcome?.status !== 'fulfilled') throw outcome?.reason
    const refused = outcome.value.flatMap(({ refusals }, index) => (refusals ? [[codes[index], refusals[0]?.key]] : []))
    expect(refused).toEqual([[taken, 'record.exists']])
    const rows = await world.query<{ code: string; entries: number }>(
      `select c.code, (select count(*)::int from audit_entry e where e.document_type = 'customerChannel' and e.subject = c.code
         and e.document_id = c.id and e.hash = c.audit_hash) as entries
       from customer_channel c where c.code like 'CH-RACE-%'`,
    )
    expect(rows).toHaveLength(600)
    expect(rows.filter(({ entries }) => entries !== 1)).toEqual([{ code: taken, entries: 0 }])
    expect(await world.query(`select from audit_entry where subject = $1`, [taken])).toEqual([])
  })
})

describe('a record that is deleted while a document refers to it', () => {
  const idOf = async (code: string) =>
    (await world.query<{ id: string }>('select id::text from project where code = $1', [code]))[0]?.id ?? ''
  const remove = async (tx: Tx, code: string) =>
    writeRecord(tx, await world.contextOf('hq.budget'), project, { act: 'delete', id: await idOf(code) })

  beforeAll(() =>
    world.query(`insert into project (code, name_zh, name_en, country_code, scope_id)
      select v.code, v.code, v.code, p.country_code, p.scope_id
      from project p, (values ('PR-GONE'), ('PR-KEPT')) v (code) where p.code = 'PR-1'`),
  )

  it('a document that waited for the deletion of its record is refused', async () => {
    const { submitting } = await transaction(world.pool, async (tx) => {
      await remove(tx, 'PR-GONE')
      const settled = Promise.allSettled([world.submit('in.channel', [{ amount: '2.00', projectCode: 'PR-GONE' }])])
      await untilBlocked()
      return { submitting: settled }
    })
    const [refused] = await submitting
    expect(refused).toMatchObject({ status: 'rejected', reason: { refusals: [{ key: 'budget.projectUnknown' }] } })
  })

  it('a record is not deleted when a document referred to it first', async () => {
    const { submitting, removing } = await transaction(world.pool, async (tx) => {
      // Its postings wait for the account, after everything was read.
      await tx.run({ text: 'select from budget_account for update', values: [] })
      const first = world.submit('in.channel', [{ amount: '2.00', projectCode: 'PR-KEPT' }])
      await untilBlocked()
      const second = Promise.allSettled([transaction(world.pool, (other) => remove(other, 'PR-KEPT'))])
      await vi.waitFor(async () => expect(await world.query(blocked)).toHaveLength(2), { timeout: 20_000 })
      return { submitting: first, removing: second }
    })
    expect(await submitting).toMatchObject({ state: 'underApproval' })
    expect((await removing)[0]).toMatchObject({ status: 'rejected', reason: { refusals: [{ key: 'record.used' }] } })
  })
})
