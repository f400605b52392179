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
  /** For the checkpoint that restarts the order: the first and last of the checkpoints that it replaces. */
  readonly replaces?: readonly [first: string, last: string]
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
/** The checkpoint that restarts the order, for a place that received the old chain and not yet this. */
const untoldBeginning = prepared<{ id: string; hash: Buffer; first: string; last: string }>(
  'audit.untold-beginning',
  `select s.id::text, s.hash, o.first::text, o.last::text
   from audit_checkpoint s, lateral (select min(r.id) as first, max(r.id) as last from audit_checkpoint r
     where r.form = 2 and (r.last_xid, r.last_id) > (s.last_xid, s.last_id)) o
   where s.form = 3 and s.entries = 0
     and exists (select from audit_anchor h where h.target = $1 and h.checkpoint_id < s.id)
     and not exists (select from audit_anchor h where h.target = $1 and h.checkpoint_id = s.id)`,
)
const tell = prepared(
  'audit.tell-head',
  'insert into audit_anchor (checkpoint_id, target, at) values ($1, $2, $3) on conflict do nothing',
)

export function headLine(head: PublishedHead): string {
  const { checkpoint, hash, at, replaces } = head
  return JSON.stringify({ checkpoint, hash, at, ...(replaces && { replaces }) })
}

export function readHeadLine(line: string): PublishedHead {
  const { checkpoint, hash, at, replaces } = JSON.parse(line) as Partial<Record<keyof PublishedHead, unknown>>
  if (
    typeof checkpoint !== 'string' ||
    typeof hash !== 'string' ||
    !/^\d+$/.test(checkpoint) ||
    !/^[0-9a-f]{64}$/.test(hash)
  )
    throw new Error(`not a head of the audit chain: ${line.slice(0, 200)}`)
  const head = { checkpoint, hash, at: typeof at === 'string' ? at : '?' }
  if (!Array.isArray(replaces)) return head
  return { ...head, replaces: [String(replaces[0]), String(replaces[1])] }
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

/** The next head for a place: a replacement of checkpoints at once, else the newest checkpoint when it is due. */
async function nextHead(
  pool: TransactionPool,
  { name }: AuditAnchorTarget,
  minutes: number,
  now: Date,
): Promise<PublishedHead | null> {
  const headOf = ({ id, hash }: { readonly id: string; readonly hash: Buffer }) => {
    return { checkpoint: id, hash: hash.toString('hex'), at: now.toISOString() }
  }
  const anew = await reading(pool, (tx) => tx.first(untoldBeginning(name)))
  if (anew) return { ...headOf(anew), replaces: [anew.first, anew.last] }
  const newest = await reading(pool, (tx) => tx.first(newestCheckpoint()))
  const last = await reading(pool, (tx) => tx.first(lastTold(name)))
  if (!newest || last?.checkpoint_id === newest.id) return null
  if (last && now.getTime() - last.at.getTime() < minutes * 60_000 - 1_000) return null
  return headOf(newest)
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
    const { checkpoint, replaces } = head
    const subject = `Audit chain: checkpoint ${checkpoint}${replaces ? `, replaces the checkpoints ${replaces.join(' to ')}` : ''}`
    await mail(target.address, subject, replaces ? `${line}\n\n${WHY_REPLACED}\n` : `${line}\n`)
  }
}

const WHY_REPLACED =
  'Those checkpoints hold their entries in a wrong order, so the entries are checkpointed anew from here on. The replaced checkpoints are kept and still verified: keep their lines.'

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
