import { type Tx, transaction } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { knownRecord } from '#kernel/engine/record/known-records.ts'
import { retryAfter, verdictOf } from '#kernel/platform/outgoing/verdict.ts'
import { mappingOf } from './mapping.ts'
import { keptReason, reasonOf } from './outbound-client.ts'
import { type PageResult, writePage, writerOf } from './pull-page.ts'
import type { SyncServices } from './run-pushes.ts'
import { addRefused, countRun, holdRun, moveKey, type SyncRunRow, systemPerson } from './run-store.ts'
import { syncErrors } from './sync.errors.ts'
import { syncChanged } from './take-changes.ts'

/** How a run continued or ended; a failure may be temporary. */
export type RunEnd =
  | { readonly kind: 'done' | 'stopped' | 'lost' }
  | {
      readonly kind: 'failed'
      readonly error: string
      readonly isPassing: boolean
      readonly afterSeconds: number | null
    }

export const LEASE_SECONDS = 60
const PAGE_BYTES = 8 * 1024 * 1024
const MEGABYTES = PAGE_BYTES / 1024 / 1024
/** Bounds a run with a system that never advances. */
const MOST_PAGES = 10_000
/** Most pages under one last key; rows of one instant fill no more. */
const MOST_OF_A_KEY = 200
const DEFAULT_SIZE = 200
const SHOWN = 300
const KEY_LETTERS = 500
const ROW_LETTERS = 16_000

export function failed(
  reason: { key: string; params: object },
  isPassing: boolean,
  afterSeconds: number | null = null,
): RunEnd {
  return { kind: 'failed', error: JSON.stringify({ key: reason.key, params: reason.params }), isPassing, afterSeconds }
}

interface Page {
  readonly records: readonly unknown[]
  /** Start of the next page; null where the answer has none. */
  readonly next: string | null
  readonly isLast: boolean
}

/** Progress of a run: the key up to which rows are written, and the pages read under it. */
interface Place {
  readonly key: string | null
  readonly page: number
}

/** Fetches page after page since the last key. A page's rows, refused rows, count and key are one transaction. */
export async function runPull(services: SyncServices, run: SyncRunRow, closing: AbortSignal): Promise<RunEnd> {
  let place: Place = { key: run.last_key, page: 1 }
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await fetchPage(services, run, place, closing)
    if ('kind' in page) return page
    const next = nextPlace(place, page)
    const taken = await transaction(services.pool, (tx) => takePage(tx, services.now(), run, page, next.key))
    if (taken !== 'written') return { kind: taken }
    if (page.isLast) return { kind: 'done' }
    if (next.page > MOST_OF_A_KEY) return failed(syncErrors.endless({ pages: MOST_OF_A_KEY }), false)
    place = next
  }
  return failed(syncErrors.endless({ pages: MOST_PAGES }), false)
}

/** The key advances as far as the answer says; a page without a key is followed by the next under the same. */
function nextPlace({ key, page }: Place, { next }: Page): Place {
  return next === null || next === key ? { key, page: page + 1 } : { key: next, page: 1 }
}

async function fetchPage(
  { outside, now }: SyncServices,
  run: SyncRunRow,
  { key, page }: Place,
  closing: AbortSignal,
): Promise<Page | RunEnd> {
  const size = run.page_size ?? DEFAULT_SIZE
  const question = new URLSearchParams({ limit: String(size) })
  if (key !== null) question.set(run.paging === 'updatedSince' ? 'updatedSince' : 'cursor', key)
  if (page > 1) question.set('page', String(page))
  const call = {
    method: 'GET',
    path: `${run.path}?${question}`,
    id: `run_${run.id}_${run.claim}`,
    maxBytes: PAGE_BYTES,
    closing,
  } as const
  const answer = await outside.call(run, call, now())
  if (answer.kind === 'untried') return failed(answer.reason, true)
  if (answer.kind !== 'answered') return failed(reasonOf(answer, run), answer.kind !== 'forbidden')
  const { status, text, isCut, header } = answer
  const verdict = verdictOf(status)
  if (verdict === 'later') return failed(syncErrors.unavailable({ status }), true, retryAfter(header('retry-after')))
  if (verdict === 'refused') return failed(syncErrors.refused({ status, answer: text.slice(0, SHOWN) }), false)
  if (isCut) return failed(syncErrors.tooLong({ megabytes: MEGABYTES }), true)
  return readPage(text, run, size)
}

function readPage(text: string, { paging }: SyncRunRow, size: number): Page | RunEnd {
  const bad = (what: string) => failed(syncErrors.badAnswer({ what }), true)
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    return bad('JSON')
  }
  if (typeof said !== 'object' || said === null) return bad('{ "records": […] }')
  const { records, next, hasMore } = said as {
    readonly records?: unknown
    readonly next?: unknown
    readonly hasMore?: unknown
  }
  if (!Array.isArray(records)) return bad('records')
  if (records.length > size * 2) return bad(`records > ${size}`)
  const key =
    typeof next === 'string' || typeof next === 'number'
      ? String(next)
      : paging === 'updatedSince'
        ? latestOf(records)
        : null
  if (key !== null && (key.length > KEY_LETTERS || key.includes('\u0000'))) return bad('next')
  const isLast = typeof hasMore === 'boolean' ? !hasMore : records.length < size
  return { records, next: key, isLast }
}

/** The time of the last row: rows are sorted by it. */
function latestOf(records: readonly unknown[]): string | null {
  const times = records.flatMap((row) => {
    const at = typeof row === 'object' && row !== null ? (row as { readonly updatedAt?: unknown }).updatedAt : undefined
    return typeof at === 'string' ? [at] : []
  })
  return times.toSorted().at(-1) ?? null
}

async function takePage(
  tx: Tx,
  now: Date,
  run: SyncRunRow,
  page: Page,
  key: string | null,
): Promise<'written' | 'stopped' | 'lost'> {
  const held = await tx.first(holdRun(run.id, run.claim))
  if (!held) return 'lost'
  if (held.is_stopping) return 'stopped'
  const record = knownRecord(run.record_code)
  if (!record) throw new Refused(syncErrors.notFound())
  const userId = run.user_id ?? (await tx.first(systemPerson(run.system_code)))!.id
  const fields = mappingOf(record, run.mapping, 'inbound')
  const result = await writePage(tx, writerOf(run, record, userId, now), record, fields, page.records)
  await keepRefused(tx, run.id, held.rows_read, result)
  const lease = run.timeout_seconds * 2 + LEASE_SECONDS
  const { written, unchanged, refused } = result
  await tx.run(countRun(run.id, run.claim, page.records.length, written, unchanged, refused.length, key, now, lease))
  await tx.run(moveKey(run.setting_code, key))
  await tx.run(syncChanged(['syncRun']))
  return 'written'
}

async function keepRefused(tx: Tx, runId: string, before: number, { refused }: PageResult): Promise<void> {
  if (refused.length === 0) return
  await tx.run(
    addRefused(
      runId,
      refused.map(({ index }) => before + index + 1),
      refused.map(({ key }) => key?.slice(0, 200) ?? null),
      refused.map(({ row }) => rowText(row)),
      refused.map(({ reasons }) => `[${reasons.map(keptReason).join(',')}]`),
    ),
  )
}

/** The raw row, as far as it fits into the log. */
function rowText(row: unknown): string {
  const text = JSON.stringify(row ?? null).replaceAll('\\u0000', '')
  return text.length <= ROW_LETTERS ? text : JSON.stringify(text.slice(0, ROW_LETTERS))
}
