import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { AuditHeadTarget } from '#kernel/config/audit-head.ts'
import { prepared } from '#kernel/db/statement.ts'
import { reading, transaction, type TransactionPool } from '#kernel/db/tx.ts'

// Whoever owns the database can write its history anew, seals and all. What was told outside he cannot take back.

/** The newest seal at some moment, as it is told outside: one line. */
export interface PublishedHead {
  readonly seal: string
  /** In hexadecimal. */
  readonly hash: string
  /** When it was told. */
  readonly at: string
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
  'select id::text, hash from audit_seal order by id desc limit 1',
)
const lastTold = prepared<{ seal_id: string; at: Date }>(
  'audit.last-told',
  'select seal_id::text, at from audit_head where target = $1 order by seal_id desc limit 1',
)
const tell = prepared(
  'audit.tell-head',
  'insert into audit_head (seal_id, target, at) values ($1, $2, $3) on conflict do nothing',
)

export function headLine(head: PublishedHead): string {
  return JSON.stringify({ seal: head.seal, hash: head.hash, at: head.at })
}

export function readHeadLine(line: string): PublishedHead {
  const { seal, hash, at } = JSON.parse(line) as Partial<Record<keyof PublishedHead, unknown>>
  if (typeof seal !== 'string' || typeof hash !== 'string' || !/^\d+$/.test(seal) || !/^[0-9a-f]{64}$/.test(hash))
    throw new Error(`not a head of the audit chain: ${line.slice(0, 200)}`)
  return { seal, hash, at: typeof at === 'string' ? at : '?' }
}

/**
 * Tells the newest seal to every place that has not heard of it for its time. A place that cannot be reached is told the next
 * time, and holds up no other. Answers how many were told; what failed is thrown at the end, together.
 */
export async function publishHead(pool: TransactionPool, publishing: HeadPublishing, now: Date): Promise<number> {
  const failures: unknown[] = []
  let told = 0
  for (const target of publishing.targets) {
    const newest = await reading(pool, (tx) => tx.first(newestSeal()))
    const last = await reading(pool, (tx) => tx.first(lastTold(target.name)))
    if (!newest || last?.seal_id === newest.id) continue
    if (last && now.getTime() - last.at.getTime() < publishing.minutes * 60_000 - 1_000) continue
    const head = { seal: newest.id, hash: newest.hash.toString('hex'), at: now.toISOString() }
    try {
      await send(target, head, publishing.mail)
      await transaction(pool, (tx) => tx.run(tell(newest.id, target.name, now)))
      told += 1
    } catch (error) {
      failures.push(new Error(`the head of the audit chain could not be told to ${target.name}`, { cause: error }))
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, failures.map((error) => (error as Error).message).join('; '))
  return told
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
    await mail(target.address, `Audit chain: seal ${head.seal}`, `${line}\n`)
  }
}

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
