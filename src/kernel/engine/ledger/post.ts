import { ledgerErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { assertBalanced, type Leg, type OpenReservation, type Reservation } from './posting.ts'

/** Identifies a journal: each action's sequence number is unique within a document's round. */
export interface JournalKey {
  readonly documentType: string
  readonly documentId: string
  readonly round: number
  readonly action: string
  /** By default 0; an act, which may be repeated, has its place among the acts of its document. */
  readonly sequence?: number
}

export interface Journal {
  readonly key: JournalKey
  readonly actorId: number
  readonly at: Date
  readonly legs: readonly Leg[]
  readonly reserve?: readonly Reservation[]
  /** Reservations that this journal resolves; each exactly once. */
  readonly resolve?: readonly OpenReservation[]
}

const postStatement = prepared<{ ledger_post: string }>(
  'ledger.post',
  `select ledger_post($1, $2, $3, $4, $5, $6, $7, $8::text[], $9::bigint[], $10::text[], $11::text[], $12::numeric[], $13::text[], $14::int[],
    $15::int[], $16::text[], $17::bigint[], $18::text[], $19::numeric[], $20::text[],
    $21::numeric[], $22::text[], $23::numeric[], $24::text[], $25::date[], $26::bigint[])`,
)

const EMPTY: readonly never[] = []

/** The one statement that posts a journal. Send it last in a transaction: accounts are the hot rows. */
export function post(journal: Journal): Statement {
  const { key, legs, reserve = EMPTY, resolve = EMPTY } = journal
  assertBalanced(legs)
  return postStatement(
    key.documentType,
    key.documentId,
    key.round,
    key.action,
    key.sequence ?? 0,
    journal.actorId,
    journal.at,
    legs.map((leg) => leg.ledger),
    legs.map((leg) => leg.account),
    legs.map((leg) => leg.bucket),
    legs.map((leg) => leg.counter ?? null),
    legs.map((leg) => amountText(leg.amount)),
    legs.map((leg) => leg.currency),
    legs.map((leg) => leg.line ?? null),
    reserve.map((entry) => entry.line),
    reserve.map((entry) => entry.ledger),
    reserve.map((entry) => entry.account),
    reserve.map((entry) => entry.bucket),
    reserve.map((entry) => amountText(entry.amount)),
    reserve.map((entry) => entry.currency),
    reserve.map(({ document }) => (document ? amountText(document.amount) : null)),
    reserve.map(({ document }) => document?.currency ?? null),
    reserve.map(({ document }) => document?.rate ?? null),
    reserve.map(({ document }) => document?.rateType ?? null),
    reserve.map(({ document }) => document?.rateDate ?? null),
    resolve.map((entry) => entry.id),
  )
}

interface PostFailure {
  readonly code?: string
  readonly constraint?: string
  readonly detail?: string
}

/** The refusal for a failure of `post`, or undefined for other failures. */
export function postRefusal(error: unknown): Refusal | undefined {
  const failure = error as PostFailure
  if (failure.code === 'LG001') {
    const [account = '', bucket = ''] = (failure.detail ?? '').split(':')
    return ledgerErrors.insufficient({ account, bucket })
  }
  if (failure.code === 'LG002') return ledgerErrors.reservationResolved()
  if (failure.code === '23505' && failure.constraint === 'ledger_journal__key') return ledgerErrors.alreadyPosted()
  return undefined
}

/** Open reservations of a document's round, by line. */
export const openReservations = prepared<OpenReservation>(
  'ledger.open-reservations',
  `select id, document_line, account_id, bucket, amount, currency from ledger_reservation
   where document_id = $1 and round = $2 and resolved_by is null order by document_line`,
)
