import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type AuditHistory,
  auditHistory,
  forge,
  idOf,
  passTransactions,
  range,
} from '#test/helpers/laws/audit-history.ts'
import { until } from '#test/helpers/until.ts'

// Transaction numbers of different lengths, which sort otherwise as texts, and histories of many checkpoints.

const opened: AuditHistory[] = []
afterAll(async () => {
  for (const history of opened) await history.close()
})

async function newHistory(): Promise<AuditHistory> {
  const history = await auditHistory()
  opened.push(history)
  return history
}

beforeAll(async () => passTransactions(await newHistory()))

const WHOLE = { bad: [], isCut: false }

it('checkpoints of a backlog of transactions 95 to 105 follow the order of numbers and leave none out', async () => {
  const history = await newHistory()
  await history.write(range(95, 105))
  await history.checkpoint(11, 4)
  const checkpoints = await history.query<{ ends: string[] }>(
    'select array_agg(s.last_xid::text order by s.id) as ends from audit_checkpoint s',
  )
  expect(checkpoints).toEqual([{ ends: ['98', '102', '105'] }])
  expect(await history.verify()).toEqual({ ...WHOLE, entries: 11, checkpoints: 3, uncheckpointed: 0 })
})

it('a checkpoint covers transactions 903 to 2829 once, although their numbers have three and four digits', async () => {
  const history = await newHistory()
  await history.write(range(903, 2829))
  await history.checkpoint(1927)
  await history.write(range(2830, 2840))
  await history.checkpoint(11)
  expect(await history.verify()).toEqual({ ...WHOLE, entries: 1938, checkpoints: 2, uncheckpointed: 0 })
})

it('a history of 25 checkpoints verifies, and each of them is published', async () => {
  const history = await newHistory()
  for (let checkpoint = 0; checkpoint < 25; checkpoint += 1) {
    await history.write(range(90 + checkpoint * 4, 93 + checkpoint * 4))
    await history.checkpoint(4)
    expect(await history.publish(checkpoint)).toBe(1)
  }
  const [{ ids }] = (await history.query<{ ids: string[] }>(
    'select array_agg(s.id::text order by s.id) as ids from audit_checkpoint s',
  )) as [{ ids: string[] }]
  expect((await history.told()).map(({ checkpoint }) => checkpoint)).toEqual(ids)
  expect(ids).toHaveLength(25)
  // The place knows everything, and is due only by the clock of an older checkpoint.
  expect(await history.publish(24)).toBe(0)
  expect(await history.verify()).toEqual({ ...WHOLE, entries: 100, checkpoints: 25, uncheckpointed: 0 })

  // One edited, one deleted and one forged with its hash: each is reported, and the rest is verified.
  const [edited, deleted, forged] = [await idOf(history, 99), await idOf(history, 120), await idOf(history, 150)]
  await history.query(`update audit_entry set subject = 'C-0' where id = $1`, [edited])
  await history.query('delete from audit_entry where id = $1', [deleted])
  await forge(history, forged)
  const found = await history.verify()
  expect(found).toMatchObject({ entries: 99, checkpoints: 25, uncheckpointed: 0 })
  expect(found.bad).toEqual([
    `audit_entry ${edited} of customer C-0 was edited: it does not match its hash`,
    expect.stringMatching(new RegExp(`^audit_entry ${deleted} was deleted \\(checkpoint \\d+ holds it\\)$`)),
    expect.stringMatching(
      new RegExp(`^audit_entry ${forged} of customer C-150 is not the one that checkpoint \\d+ holds`),
    ),
  ])

  // A removed checkpoint is reported; its entries belong to no other one.
  await history.query('delete from audit_checkpoint where id = $1', [ids[20]])
  expect((await history.verify()).bad.slice(3)).toEqual([
    expect.stringMatching(new RegExp(`^audit_checkpoint ${ids[21]} does not follow the checkpoint before it`)),
    expect.stringMatching(new RegExp(`^audit_checkpoint ${ids[20]} was published at `)),
  ])
})

it('a verification reports no truncation when a checkpoint is made while it reads', async () => {
  const history = await newHistory()
  await history.write(range(95, 105))
  await history.checkpoint(11)
  await history.write(range(106, 110))
  // The verification waits for this table, which it reads long after its snapshot began; the checkpointer does not read it.
  await history.query('begin')
  await history.query('lock table audit_anchor in access exclusive mode')
  const verified = history.verify()
  const waiting = `select from pg_locks l where l.relation = 'audit_anchor'::regclass and not l.granted`
  await until(async () => (await history.query(waiting)).length > 0, 'the verification does not wait')
  await history.checkpoint(5)
  await history.query('rollback')
  expect(await verified).toEqual({ ...WHOLE, entries: 16, checkpoints: 1, uncheckpointed: 5 })
  expect(await history.verify()).toEqual({ ...WHOLE, entries: 16, checkpoints: 2, uncheckpointed: 0 })
})

it('a history verifies after a failed checkpoint, and a checkpoint removed later is named', async () => {
  const history = await newHistory()
  await history.write(range(95, 105))
  await history.checkpoint(11)
  await history.write(range(106, 110))
  await history.query('alter table audit_checkpoint add constraint full_disk check (id < 0) not valid')
  await expect(history.checkpoint(5)).rejects.toThrow('full_disk')
  expect(await history.verify()).toEqual({ ...WHOLE, entries: 16, checkpoints: 1, uncheckpointed: 5 })
  await history.query('alter table audit_checkpoint drop constraint full_disk')
  await history.checkpoint(5)
  expect(await history.verify()).toEqual({ ...WHOLE, entries: 16, checkpoints: 2, uncheckpointed: 0 })
  await history.query('delete from audit_checkpoint where id = (select max(s.id) from audit_checkpoint s)')
  expect((await history.verify()).bad).toEqual(['audit_checkpoint 2 is not there: the end of the chain was cut off'])
})
