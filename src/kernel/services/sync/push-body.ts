import type { Tx } from '#kernel/platform/db/tx.ts'
import { type RecordAct, readRows } from '#kernel/engine/record/write/plan-records.ts'
import { knownRecord } from '#kernel/engine/record/known-records.ts'
import { valuesOf } from '#kernel/engine/record/record-sql.ts'
import { mappingOf, toThere } from './mapping.ts'
import { dropPushes, keepBodies, passedPushes, type PushRow } from './push-store.ts'

/** Event names are in the past tense, as usual for webhooks. */
const EVENTS: Readonly<Record<RecordAct, string>> = {
  create: 'created',
  update: 'updated',
  approve: 'approved',
  enable: 'enabled',
  disable: 'disabled',
  delete: 'deleted',
}

interface Made {
  readonly push: PushRow
  readonly body: string
  readonly version: number
}

/**
 * Creates the missing bodies of pushes from the current records: stored before anything is sent, so that every attempt
 * sends the same. A push whose record has moved on sends the current version, unless that has a push of its own.
 */
export async function withBodies(
  tx: Tx,
  pushes: readonly PushRow[],
  now: Date,
): Promise<readonly (PushRow & { readonly body: string })[]> {
  const bare = pushes.filter(({ body }) => body === null)
  const made = new Map<string, Made>()
  for (const recordCode of new Set(bare.map((push) => push.record_code))) {
    const its = bare.filter((push) => push.record_code === recordCode)
    for (const each of await bodiesOf(tx, recordCode, its)) made.set(each.push.id, each)
  }
  const passed = new Set((await tx.rows(passedPushes(bare.map(({ id }) => id)))).map(({ id }) => id))
  const kept = [...made.values()].filter(({ push }) => !passed.has(push.id))
  if (kept.length > 0)
    await tx.run(
      keepBodies(
        kept.map(({ push }) => push.id),
        kept.map(({ body }) => body),
        kept.map(({ version }) => version),
      ),
    )
  const dropped = bare.filter(({ id }) => passed.has(id) || !made.has(id))
  if (dropped.length > 0)
    await tx.run(
      dropPushes(
        dropped.map(({ id }) => id),
        now,
      ),
    )
  const gone = new Set(dropped.map(({ id }) => id))
  return pushes
    .filter(({ id }) => !gone.has(id))
    .map((push) => ({ ...push, body: push.body ?? made.get(push.id)?.body ?? '' }))
}

/** One read for all records of a kind. A deleted record has a push of its own. */
async function bodiesOf(tx: Tx, recordCode: string, pushes: readonly PushRow[]): Promise<Made[]> {
  const record = knownRecord(recordCode)
  if (!record) return []
  const ids = pushes.filter(({ act }) => act !== 'delete').map((push) => push.record_id)
  const { byId } = await readRows(tx, record, { language: 'en' }, { ids, keys: [] }, false)
  return pushes.flatMap((push): Made[] => {
    const { act, record_id: id, record_key: key } = push
    const say = (data: object) =>
      JSON.stringify({
        type: `${record.name}.${EVENTS[act]}`,
        timestamp: push.created_at.toISOString(),
        data: { record: record.name, id, key, ...data },
      })
    if (act === 'delete') {
      const version = push.record_version
      return [{ push, body: say({ version, state: null, values: null }), version }]
    }
    const row = byId.get(id)
    if (!row) return []
    const { version, state } = row
    const values = toThere(mappingOf(record, push.mapping, 'outbound'), valuesOf(record, row), state)
    return [{ push, body: say({ version, state, values }), version }]
  })
}
