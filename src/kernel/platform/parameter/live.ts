import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type TransactionPool, type Tx } from '#kernel/platform/db/tx.ts'

// Published settings that every process caches in memory, because a read at each use must not cost a statement.

/** The contents in force of one kind, by key. */
export type Contents = ReadonlyMap<string, unknown>

const kinds = new Map<string, (contents: Contents) => void>()
let known = '0'

/** Caches a kind from the next refresh on. */
export function keepLive(kind: string, apply: (contents: Contents) => void): void {
  kinds.set(kind, apply)
  known = '0'
}

interface Row {
  readonly epoch: string
  readonly contents: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null
}

/** Returns only the epoch where nothing was published since. */
const sinceEpoch = prepared<Row>(
  'setting.since',
  `select e.epoch::text as epoch, case when e.epoch::text <> $1 then (
     select coalesce(jsonb_object_agg(kind, contents), '{}') from (
       select kind, jsonb_object_agg(key, content) as contents from (
         select distinct on (kind, key) kind, key, content from setting_version where kind = any ($2::text[])
         order by kind, key, version desc) newest group by kind) k) end as contents
   from setting_epoch e`,
)

const nextEpoch = prepared('setting.next-epoch', 'update setting_epoch set epoch = epoch + 1')

/** Runs in the publishing transaction: other processes refresh once it is committed. */
export async function tellProcesses(tx: Tx): Promise<void> {
  await tx.run(nextEpoch())
}

export async function readLive(tx: Tx): Promise<void> {
  const row = await tx.first(sinceEpoch(known, [...kinds.keys()]))
  if (!row?.contents) return
  for (const [kind, apply] of kinds) apply(new Map(Object.entries(row.contents[kind] ?? {})))
  known = row.epoch
}

/** Half of the second within which a change takes effect everywhere. */
const EVERY_MS = 400

/** Polls until closed. While the database is away the cached contents stay. */
export async function watchLive(pool: TransactionPool): Promise<{ close(): Promise<void> }> {
  let isClosed = false
  let looking: Promise<void> = Promise.resolve()
  const look = () => reading(pool, readLive).catch(() => undefined)
  await look()
  const timer = setInterval(() => {
    looking = looking.then(() => (isClosed ? undefined : look()))
  }, EVERY_MS)
  timer.unref()
  return {
    async close() {
      isClosed = true
      clearInterval(timer)
      await looking
    },
  }
}
