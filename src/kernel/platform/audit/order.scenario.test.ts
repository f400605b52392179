import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type AuditHistory,
  auditHistory,
  forge,
  idOf,
  NOW,
  passTransactions,
  range,
  checkpointByText,
} from '#test/helpers/laws/audit-history.ts'
import { until } from '#test/helpers/until.ts'
import { beginCheckpoint } from './stored-checkpoint.ts'

// Transaction numbers of different lengths, many checkpoints, and what an installation of before migration 0133 holds.

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

const WHOLE = { bad: [], isCut: false, misordered: null, replaced: null }

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
  // Nothing is new to the place, and its time is over only by the clock of an older checkpoint.
  expect(await history.publish(24)).toBe(0)
  expect(await history.verify()).toEqual({ ...WHOLE, entries: 100, checkpoints: 25, uncheckpointed: 0 })

  // One that was edited, one that was deleted, one that was forged with its hash: each is named, and the rest is verified.
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

  // A checkpoint that was removed is named; the entries that it held are no one else's.
  await history.query('delete from audit_checkpoint where id = $1', [ids[20]])
  expect((await history.verify()).bad.slice(3)).toEqual([
    expect.stringMatching(new RegExp(`^audit_checkpoint ${ids[21]} does not follow the checkpoint before it`)),
    expect.stringMatching(new RegExp(`^audit_checkpoint ${ids[20]} was published at `)),
  ])
})

it('checkpoints that were made in the order of text are replaced once, visibly, and stay verifiable', async () => {
  const history = await newHistory()
  // Two that are right, then a backlog whose first entries no checkpoint ever got, then one that holds many twice.
  await history.write(range(11, 18))
  await checkpointByText(history, 4)
  await history.write(range(95, 105))
  await checkpointByText(history, 4)
  await history.publish(0)
  await history.write(range(903, 2829))
  await checkpointByText(history, 10_000)
  await checkpointByText(history, 10_000)
  await history.publish(1)
  const old = await history.query<{ id: string; last_xid: string }>('select * from audit_checkpoint s order by s.id')
  expect(old.map((checkpoint) => checkpoint.last_xid)).toEqual(['14', '18', '103', '105', '999', '2829'])
  const [, , first] = old
  const last = old.at(-1)!
  expect(await history.verify()).toMatchObject({
    bad: [],
    entries: 1946,
    misordered: { first: first!.id, last: last.id, neverCheckpointed: 5 },
  })

  // The new version checkpoints: what the wrong ones hold, and what comes after.
  await history.write(range(2830, 2840))
  await history.checkpoint(11 + 1927 + 11 + 1)
  expect(await history.query('select * from audit_checkpoint s order by s.id limit 6')).toEqual(old)
  const { replaced, ...rest } = await history.verify()
  expect(rest).toEqual({
    bad: [],
    isCut: false,
    misordered: null,
    entries: 1958,
    checkpoints: expect.any(Number) as number,
    uncheckpointed: 0,
  })
  expect(replaced).toMatchObject({ first: first!.id, last: last.id, neverCheckpointed: 5, at: NOW.toISOString() })
  const [entry] = await history.query<{ detail: object }>('select detail from audit_entry where id = $1', [
    replaced!.entry,
  ])
  expect(entry!.detail).toMatchObject({
    replaced: { first: first!.id, last: last.id },
    by: expect.stringContaining('migration 0133') as string,
    why: expect.stringContaining('text') as string,
    verifiedByOldOrder: { found: [], findings: 0 },
  })
  // Who was told of the chain is told of that first, then of the newest checkpoint.
  expect([await history.publish(2), await history.publish(3)]).toEqual([1, 1])
  const told = await history.told()
  expect(told.map(({ replaces }) => replaces)).toEqual([undefined, undefined, [first!.id, last.id], undefined])
  expect(told[2]!.checkpoint).toBe(replaced!.by)
  expect((await history.verify()).bad).toEqual([])

  // It happens once.
  await expect(
    history.query(
      `insert into audit_checkpoint (id, xid_below, last_xid, last_id, entries, leaves, hash) overriding system value values (99, '3000', '0', 0, 0, '', '')`,
    ),
  ).rejects.toThrow('audit_checkpoint__anew')
  await expect(
    history.query(
      `insert into audit_checkpoint (id, form, xid_below, last_xid, last_id, entries, leaves, hash) overriding system value values (99, 2, '3000', '0', 0, 1, '', '')`,
    ),
  ).rejects.toThrow('audit_checkpoint__by_number')

  // What the replaced checkpoints hold is held by them as well.
  const [right, doubly, never] = [await idOf(history, 12), await idOf(history, 1500), await idOf(history, 97)]
  await forge(history, doubly)
  await history.query('delete from audit_entry where id = any ($1)', [[right, never]])
  expect((await history.verify()).bad).toEqual([
    expect.stringMatching(new RegExp(`^audit_entry ${right} was deleted \\(checkpoint ${old[0]!.id} holds it\\)`)),
    expect.stringMatching(
      new RegExp(`^audit_entry ${doubly} of customer C-1500 is not the one that checkpoint ${old[4]!.id}`),
    ),
    expect.stringMatching(new RegExp(`^audit_entry ${never} was deleted \\(checkpoint \\d+ holds it\\)`)),
  ])
  await history.query('delete from audit_entry where id = $1', [replaced!.entry])
  expect((await history.verify()).bad).toContain(
    `audit_checkpoint ${replaced!.by} replaces the checkpoints ${first!.id} to ${last.id}, and no entry says so`,
  )
})

it('an entry that was forged before its checkpoint was replaced is named in the replacement and at each verification', async () => {
  const history = await newHistory()
  await history.write(range(903, 1010))
  await checkpointByText(history, 50)
  const [forged, deleted] = [await idOf(history, 950), await idOf(history, 1003)]
  await forge(history, forged)
  await history.query('delete from audit_entry where id = $1', [deleted])
  await history.write(range(2830, 2835))
  await history.checkpointAll()
  const { bad, replaced } = await history.verify()
  const named = [
    expect.stringMatching(new RegExp(`^audit_entry ${deleted} was deleted`)),
    expect.stringMatching(new RegExp(`^audit_entry ${forged} of customer C-950 is not the one that checkpoint`)),
  ]
  expect(bad).toEqual(named)
  const [entry] = await history.query<{ detail: { verifiedByOldOrder: object } }>(
    'select detail from audit_entry where id = $1',
    [replaced!.entry],
  )
  expect(entry!.detail.verifiedByOldOrder).toEqual({ found: named, findings: 2 })
})

it('all wrong checkpoints are replaced in a history with more forged entries than a verification names', async () => {
  const history = await newHistory()
  await history.write(range(903, 2829))
  await checkpointByText(history, 500)
  await history.query(`update audit_entry set subject = 'C-0'`)
  await history.write(range(2830, 2832))
  await history.checkpointAll()
  const { bad, isCut, replaced } = await history.verify()
  expect([bad.length, isCut]).toEqual([1_000, true])
  expect(replaced).toMatchObject({ first: '1', last: '4' })
})

it('a checkpoint that restarts the chain without need is named as inserted and hides no forged entry', async () => {
  const history = await newHistory()
  await history.write(range(95, 105))
  await history.checkpoint(11, 4)
  const forged = await idOf(history, 101)
  await forge(history, forged)
  const [last] = await history.query<{ hash: Buffer }>(
    'select s.hash from audit_checkpoint s where s.id = (select max(id) from audit_checkpoint)',
  )
  await history.query(
    `insert into audit_checkpoint (xid_below, last_xid, last_id, entries, leaves, previous_hash, hash) values ('3000', '0', 0, 0, '', $1, $2)`,
    [last!.hash, beginCheckpoint(last!.hash, '0', '0', 0).digest()],
  )
  await history.checkpoint(11, 4)
  expect((await history.verify()).bad).toEqual([
    expect.stringMatching(new RegExp(`^audit_entry ${forged} of customer C-101 is not the one that checkpoint`)),
    expect.stringMatching(/^audit_checkpoint \d+ begins anew where no checkpoint had to be replaced/),
  ])
})

it('a verification reports no truncation when a checkpoint is made while it reads', async () => {
  const history = await newHistory()
  await history.write(range(95, 105))
  await history.checkpoint(11)
  await history.write(range(106, 110))
  // The verification waits for this table, which it reads long after its snapshot, and the checkpointer does not read it.
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
