import { principalOfUser } from '#kernel/platform/access/session.ts'
import { transaction, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { type DueValue, isStillDue, readDue, settleDue, withDated } from './dated.ts'
import type { AnyRecord } from '../definition.ts'
import { knownRecords } from '../known-records.ts'
import { readRows } from './plan-records.ts'
import { valuesOf } from '../record-sql.ts'
import { writeRecords } from './write-records.ts'

const MOST = 100
const LANGUAGE = 'en'
const BUSY = httpErrors.busy().key

/**
 * Applies values whose day has come, through the one writer and on behalf of their author. A refusal (a circle, a right
 * that they lost) is stored and shown on the record. Each is a transaction of its own, so a failure affects no other,
 * and a locked row is retried at the next run.
 */
export async function applyDated(pool: TransactionPool, now: Date): Promise<number> {
  let done = 0
  for (const record of knownRecords().filter(({ dated }) => dated)) {
    const due = await transaction(pool, (tx) => readDue(tx, record, now, MOST))
    for (const each of due) {
      const refusal = await applyOne(pool, record, each, now).catch((error: unknown) => {
        if (error instanceof Refused) return error.first
        throw error
      })
      if (refusal?.key === BUSY) continue
      await transaction(pool, (tx) => settleDue(tx, record, each, now, refusal))
      done += 1
    }
  }
  return done
}

async function applyOne(pool: TransactionPool, record: AnyRecord, due: DueValue, now: Date): Promise<Refusal | null> {
  return await transaction(pool, async (tx) => {
    const principal = await principalOfUser(tx, due.saidBy, LANGUAGE)
    if (!principal) return httpErrors.forbidden({ right: record.rights.edit })
    const writer = { principal, language: LANGUAGE, requestId: 'dated', now } as const
    // Locked, so that concurrent saves come before or after it and neither is stale.
    const { byId } = await readRows(tx, record, writer, { ids: [due.id], keys: [] }, true)
    const row = byId.get(due.id)
    if (!row || !(await isStillDue(tx, record, due))) return null
    const values = withDated(record, valuesOf(record, row), due.value)
    const intent = { act: 'update', id: row.id, version: row.version, values, from: due.day } as const
    const [outcome] = await writeRecords(tx, writer, record, [intent], 'dated')
    return outcome?.refusals?.[0] ?? null
  })
}
