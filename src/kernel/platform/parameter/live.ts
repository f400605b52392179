import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type TransactionPool, type Tx } from '#kernel/platform/db/tx.ts'

// What every process keeps in memory of the published settings: read at each use, so it must not cost a statement.

/** What is in force of one kind, by key. */
export type Contents = ReadonlyMap<string, unknown>

const kinds = new Map<string, (contents: Contents) => void>()
let known = '0'

/** Keeps a kind in memory from the next reading on. */
export function keepLive(kind: string, apply: (contents: Contents) => void): void {
  kinds.set(kind, apply)
  known = '0'
}

interface Row {
  readonly epoch: string
  readonly contents: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null
}

/** Nothing but the number where nothing was published since. */
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

/** In the transaction that publishes: other processes read anew once it is committed. */
export async function tellProcesses(tx: Tx): Promise<void> {
  await tx.run(nextEpoch())
}

export async function readLive(tx: Tx): Promise<void> {
  const row = await tx.first(sinceEpoch(known, [...kinds.keys()]))
  if (!row?.contents) return
  for (const [kind, apply] of kinds) apply(new Map(Object.entries(row.contents[kind] ?? {})))
  known = row.epoch
}

/** Half of the second within which a change holds everywhere. */
const EVERY_MS = 400

/** Looks again and again until closed. A database that is away is not the end of what was read from it. */
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
