import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { AuditAnchorTarget } from '#kernel/base/config/audit-anchor.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, transaction, type TransactionPool } from '#kernel/platform/db/tx.ts'

// The owner of the database can rewrite its history, checkpoints and all, but not what was published outside.

/** The newest checkpoint at some moment, as it is published outside: one line. */
export interface PublishedHead {
  readonly checkpoint: string
  /** In hexadecimal. */
  readonly hash: string
  /** When it was published. */
  readonly at: string
}

/** Sends one mail; set by the process that starts the worker and knows the mail server. */
export type SendHead = (address: string, subject: string, body: string) => Promise<void>

export interface HeadPublishing {
  readonly targets: readonly AuditAnchorTarget[]
  /** Each place is sent a head at most once in so many minutes. */
  readonly minutes: number
  readonly mail: SendHead | null
}

const newestCheckpoint = prepared<{ id: string; hash: Buffer }>(
  'audit.newest-checkpoint',
  'select s.id::text, s.hash from audit_checkpoint s order by s.id desc limit 1',
)
const lastTold = prepared<{ checkpoint_id: string; at: Date }>(
  'audit.last-told',
  'select h.checkpoint_id::text, h.at from audit_anchor h where h.target = $1 order by h.checkpoint_id desc limit 1',
)
const tell = prepared(
  'audit.tell-head',
  'insert into audit_anchor (checkpoint_id, target, at) values ($1, $2, $3) on conflict do nothing',
)

export function headLine({ checkpoint, hash, at }: PublishedHead): string {
  return JSON.stringify({ checkpoint, hash, at })
}

export function readHeadLine(line: string): PublishedHead {
  const { checkpoint, hash, at } = JSON.parse(line) as Partial<Record<keyof PublishedHead, unknown>>
  if (
    typeof checkpoint !== 'string' ||
    typeof hash !== 'string' ||
    !/^\d+$/.test(checkpoint) ||
    !/^[0-9a-f]{64}$/.test(hash)
  )
    throw new Error(`not a head of the audit chain: ${line.slice(0, 200)}`)
  return { checkpoint, hash, at: typeof at === 'string' ? at : '?' }
}

/**
 * Publishes the newest checkpoint to every place that is due. A place that cannot be reached is retried the next time
 * and delays no other. Returns how many were reached; failures are thrown together at the end.
 */
export async function publishHead(pool: TransactionPool, publishing: HeadPublishing, now: Date): Promise<number> {
  const failures: unknown[] = []
  let told = 0
  for (const target of publishing.targets) {
    const head = await nextHead(pool, target, publishing.minutes, now)
    if (!head) continue
    try {
      await send(target, head, publishing.mail)
      await transaction(pool, (tx) => tx.run(tell(head.checkpoint, target.name, now)))
      told += 1
    } catch (error) {
      failures.push(new Error(`the head of the audit chain could not be told to ${target.name}`, { cause: error }))
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, failures.map((error) => (error as Error).message).join('; '))
  return told
}

/** The newest checkpoint where a place has not heard of it and its time has come, else null. */
async function nextHead(
  pool: TransactionPool,
  { name }: AuditAnchorTarget,
  minutes: number,
  now: Date,
): Promise<PublishedHead | null> {
  const newest = await reading(pool, (tx) => tx.first(newestCheckpoint()))
  const last = await reading(pool, (tx) => tx.first(lastTold(name)))
  if (!newest || last?.checkpoint_id === newest.id) return null
  if (last && now.getTime() - last.at.getTime() < minutes * 60_000 - 1_000) return null
  return { checkpoint: newest.id, hash: newest.hash.toString('hex'), at: now.toISOString() }
}

async function send(target: AuditAnchorTarget, head: PublishedHead, mail: SendHead | null): Promise<void> {
  const line = headLine(head)
  if (target.kind === 'file') {
    await mkdir(dirname(target.path), { recursive: true })
    await appendFile(target.path, `${line}\n`, { mode: 0o600, flush: true })
  } else if (target.kind === 'bucket') {
    const store = await openBucket(target)
    try {
      for (const key of [`${GROUP}/head-${head.checkpoint}.json`, LATEST])
        await store.put(key, Readable.from([Buffer.from(line)]))
    } finally {
      store.close()
    }
  } else {
    if (!mail) throw new Error('no mail server is set up')
    await mail(target.address, `Audit chain: checkpoint ${head.checkpoint}`, `${line}\n`)
  }
}

const GROUP = 'audithead'
const LATEST = `${GROUP}/latest.json`

async function openBucket({ bucket }: Extract<AuditAnchorTarget, { kind: 'bucket' }>) {
  const { bucketStore } = await import('#kernel/platform/files/bucket-store.ts')
  return bucketStore(bucket)
}

/** Reads the heads published to a place; for mail, people hand the lines over. */
export async function readPublished(target: AuditAnchorTarget): Promise<readonly PublishedHead[]> {
  if (target.kind === 'mail') return []
  if (target.kind === 'file') {
    const content = await readFile(target.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    return content
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(readHeadLine)
  }
  const store = await openBucket(target)
  try {
    const latest = await store.open(LATEST)
    return latest ? [readHeadLine(await text(latest.bytes))] : []
  } finally {
    store.close()
  }
}
