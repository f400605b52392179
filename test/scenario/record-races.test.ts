import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { areas } from '#app/areas.ts'
import { project } from '#areas/budget/records/project.record.ts'
import { transaction, type Tx } from '#kernel/db/tx.ts'
import { registerTexts } from '#kernel/i18n/texts.ts'
import { writeRecord } from '#kernel/record/write-records.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, type World } from '#test/helpers/budget-world.ts'

let world: World

beforeAll(async () => {
  for (const area of areas) registerTexts(area.name, area.texts)
  world = await budgetWorld(await testDatabase())
})

afterAll(() => world?.close())

describe('a record that is deleted while a document is about to name it', () => {
  const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const untilBlocked = () =>
    vi.waitFor(async () => expect(await world.query(blocked)).not.toHaveLength(0), { timeout: 20_000 })
  const idOf = async (code: string) =>
    (await world.query<{ id: string }>('select id::text from project where code = $1', [code]))[0]?.id ?? ''
  const remove = async (tx: Tx, code: string) =>
    writeRecord(tx, await world.as('hq.budget'), project, { act: 'delete', id: await idOf(code) })

  beforeAll(() =>
    world.query(`insert into project (code, name_zh, name_en, country_code, scope_id)
      select v.code, v.code, v.code, p.country_code, p.scope_id
      from project p, (values ('PR-GONE'), ('PR-KEPT')) v (code) where p.code = 'PR-1'`),
  )

  it('is gone for the document that comes after it', async () => {
    const { submitting } = await transaction(world.pool, async (tx) => {
      await remove(tx, 'PR-GONE')
      const settled = Promise.allSettled([world.submit('in.channel', [{ amount: '2.00', projectCode: 'PR-GONE' }])])
      await untilBlocked()
      return { submitting: settled }
    })
    const [refused] = await submitting
    expect(refused).toMatchObject({ status: 'rejected', reason: { refusals: [{ key: 'budget.projectUnknown' }] } })
  })

  it('stays where the document came first', async () => {
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
