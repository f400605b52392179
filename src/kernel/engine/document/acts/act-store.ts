import { prepared } from '#kernel/platform/db/statement.ts'
import type { OpenReservation } from '#kernel/engine/ledger/posting.ts'

/** What was done to a document so far. */
export interface ActsBefore {
  /** Place of the last act; 0 where there is none. */
  readonly last: number
  /** Newest round in which this one was done; null where it never was. */
  readonly round: number | null
}

/** Read under the lock of the document, so that two acts never take the same place. */
export const actsBefore = prepared<ActsBefore>(
  'document.acts-before',
  `select coalesce(max(seq), 0) as last, max(round) filter (where action = $2) as round from document_act where document_id = $1`,
)

export const insertAct = prepared(
  'document.insert-act',
  `insert into document_act (document_id, seq, round, action, actor_id, at, opinion, input) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)

/** Open reservations of a document's newest round: an act may name the document without one. */
export const openReservationsNow = prepared<OpenReservation>(
  'document.open-reservations',
  `select r.id, r.document_line, r.account_id, r.bucket, r.amount, r.currency
   from document d join ledger_reservation r on r.document_id = d.document_id and r.round = d.round
   where d.document_id = $1 and r.resolved_by is null order by r.document_line`,
)

export interface ActDoneRow {
  readonly seq: number
  readonly action: string
  readonly at: Date
  readonly opinion: string | null
  readonly input: Readonly<Record<string, unknown>> | null
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
}

/** What was done in a round, in order. */
export const actsDone = prepared<ActDoneRow>(
  'document.acts-done',
  `select a.seq, a.action, a.at, a.opinion, a.input, u.account, u.name_zh, u.name_en
   from document_act a join app_user u on u.id = a.actor_id where a.document_id = $1 and a.round = $2 order by a.seq`,
)
