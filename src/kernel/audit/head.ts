import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { AuditHeadTarget } from '#kernel/config/audit-head.ts'
import { prepared } from '#kernel/db/statement.ts'
import { reading, transaction, type TransactionPool } from '#kernel/db/tx.ts'

// Whoever owns the database can write its history anew, seals and all. What was told outside they cannot take back.

/** The newest seal at some moment, as it is told outside: one line. */
export interface PublishedHead {
  readonly seal: string
  /** In hexadecimal. */
  readonly hash: string
  /** When it was told. */
  readonly at: string
  /** Where it is the seal that begins anew: the first and the last of the seals that it replaces. */
  readonly replaces?: readonly [first: string, last: string]
}

/** Sends one mail; whoever starts the worker knows the server. */
export type SendHead = (address: string, subject: string, body: string) => Promise<void>

export interface HeadPublishing {
  readonly targets: readonly AuditHeadTarget[]
  /** Each place is told at most once in so many minutes. */
  readonly minutes: number
  readonly mail: SendHead | null
}

const newestSeal = prepared<{ id: string; hash: Buffer }>(
  'audit.newest-seal',
  'select s.id::text, s.hash from audit_seal s order by s.id desc limit 1',
)
const lastTold = prepared<{ seal_id: string; at: Date }>(
  'audit.last-told',
  'select h.seal_id::text, h.at from audit_head h where h.target = $1 order by h.seal_id desc limit 1',
)
/** The seal that begins anew, where the place was told of the chain before and has not heard of it. */
const untoldBeginning = prepared<{ id: string; hash: Buffer; first: string; last: string }>(
  'audit.untold-beginning',
  `select s.id::text, s.hash, o.first::text, o.last::text
   from audit_seal s, lateral (select min(r.id) as first, max(r.id) as last from audit_seal r
     where r.form = 2 and (r.last_xid, r.last_id) > (s.last_xid, s.last_id)) o
   where s.form = 3 and s.entries = 0
     and exists (select from audit_head h where h.target = $1 and h.seal_id < s.id)
     and not exists (select from audit_head h where h.target = $1 and h.seal_id = s.id)`,
)
const tell = prepared(
  'audit.tell-head',
  'insert into audit_head (seal_id, target, at) values ($1, $2, $3) on conflict do nothing',
)

export function headLine(head: PublishedHead): string {
  const { seal, hash, at, replaces } = head
  return JSON.stringify({ seal, hash, at, ...(replaces && { replaces }) })
}

export function readHeadLine(line: string): PublishedHead {
  const { seal, hash, at, replaces } = JSON.parse(line) as Partial<Record<keyof PublishedHead, unknown>>
  if (typeof seal !== 'string' || typeof hash !== 'string' || !/^\d+$/.test(seal) || !/^[0-9a-f]{64}$/.test(hash))
    throw new Error(`not a head of the audit chain: ${line.slice(0, 200)}`)
  const head = { seal, hash, at: typeof at === 'string' ? at : '?' }
  if (!Array.isArray(replaces)) return head
  return { ...head, replaces: [String(replaces[0]), String(replaces[1])] }
}

/**
 * Tells the newest seal to every place that has not heard of it for its time. A place that cannot be reached is told the next
 * time, and holds up no other. Answers how many were told; what failed is thrown at the end, together.
 */
export async function publishHead(pool: TransactionPool, publishing: HeadPublishing, now: Date): Promise<number> {
  const failures: unknown[] = []
  let told = 0
  for (const target of publishing.targets) {
    const head = await nextHead(pool, target, publishing.minutes, now)
    if (!head) continue
    try {
      await send(target, head, publishing.mail)
      await transaction(pool, (tx) => tx.run(tell(head.seal, target.name, now)))
      told += 1
    } catch (error) {
      failures.push(new Error(`the head of the audit chain could not be told to ${target.name}`, { cause: error }))
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, failures.map((error) => (error as Error).message).join('; '))
  return told
}

/** What a place is told now: at once that seals were replaced, else the newest seal when it is time again. */
async function nextHead(
  pool: TransactionPool,
  { name }: AuditHeadTarget,
  minutes: number,
  now: Date,
): Promise<PublishedHead | null> {
  const headOf = ({ id, hash }: { readonly id: string; readonly hash: Buffer }) => {
    return { seal: id, hash: hash.toString('hex'), at: now.toISOString() }
  }
  const anew = await reading(pool, (tx) => tx.first(untoldBeginning(name)))
  if (anew) return { ...headOf(anew), replaces: [anew.first, anew.last] }
  const newest = await reading(pool, (tx) => tx.first(newestSeal()))
  const last = await reading(pool, (tx) => tx.first(lastTold(name)))
  if (!newest || last?.seal_id === newest.id) return null
  if (last && now.getTime() - last.at.getTime() < minutes * 60_000 - 1_000) return null
  return headOf(newest)
}

async function send(target: AuditHeadTarget, head: PublishedHead, mail: SendHead | null): Promise<void> {
  const line = headLine(head)
  if (target.kind === 'file') {
    await mkdir(dirname(target.path), { recursive: true })
    await appendFile(target.path, `${line}\n`, { mode: 0o600, flush: true })
  } else if (target.kind === 'bucket') {
    const store = await openBucket(target)
    try {
      for (const key of [`${GROUP}/head-${head.seal}.json`, LATEST])
        await store.put(key, Readable.from([Buffer.from(line)]))
    } finally {
      store.close()
    }
  } else {
    if (!mail) throw new Error('no mail server is set up')
    const { seal, replaces } = head
    const subject = `Audit chain: seal ${seal}${replaces ? `, replaces the seals ${replaces.join(' to ')}` : ''}`
    await mail(target.address, subject, replaces ? `${line}\n\n${WHY_REPLACED}\n` : `${line}\n`)
  }
}

const WHY_REPLACED =
  'Those seals hold their entries in a wrong order, so the entries are sealed anew from here on. The replaced seals are kept and still verified: keep their lines.'

const GROUP = 'audithead'
const LATEST = `${GROUP}/latest.json`

async function openBucket({ bucket }: Extract<AuditHeadTarget, { kind: 'bucket' }>) {
  const { bucketStore } = await import('#kernel/files/bucket-store.ts')
  return bucketStore(bucket)
}

/** What was told to a place; mail is read by people, who hand its line over. */
export async function readPublished(target: AuditHeadTarget): Promise<readonly PublishedHead[]> {
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
