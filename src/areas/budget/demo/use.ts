import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { post } from '#kernel/engine/ledger/post.ts'
import { type Leg, legsOf } from '#kernel/engine/ledger/posting.ts'
import { type Amount, amount } from '#kernel/base/money/money.ts'
import { budgetLedger } from '../budget.ledger.ts'

const { debit, credit } = legsOf(budgetLedger)

interface UsedLine {
  readonly id: string
  readonly currency: string
  readonly available: string
  /** The last posting by a document, or the beginning of its month. */
  readonly since: Date
  /** In percent; deterministic per line. */
  readonly share: number
  readonly actor: number
  readonly area_id: number
}

/**
 * Use recorded by the former system at migration: of budgets whose month has come and without a document in approval.
 * Dated after their last posting, so that what was available then is never less than what they took.
 */
const usedLines = prepared<UsedLine>(
  'demo used lines',
  `select l.id, l.currency, a.avl as available, l.area_id, (55 + abs(hashint8(l.id)::bigint) % 40)::int as share,
     greatest(last.at, (make_timestamp(l.year, l.month, 1, 0, 0, 0) - substr(o.timezone, 4)::interval) at time zone 'UTC') as since,
     (select id from app_user where account = 'hq.finance') as actor
   from budget_line l join budget_account a on a.id = l.id join area r on r.id = l.area_id join organisation o on o.id = r.organisation_id
   cross join lateral (
     select max(j.at) as at from ledger_posting p join ledger_journal j on j.id = p.journal_id where p.ledger = 'budget' and p.account_id = l.id
   ) last
   where l.state = 'open' and l.level = 'country' and a.hld = 0 and a.avl > 0
     and not exists (select from budget_encumbrance o where o.account_id = l.id) and abs(hashint8(l.id + 5)::bigint) % 9 <> 0 order by l.id`,
)
const newDocumentId = prepared<{ id: string }>('demo use id', `select nextval('document_id') as id`)

const DAY_MS = 86_400_000
type Bucket = (typeof budgetLedger)['buckets'][number]

/** A spending stage: days after the last posting, from and to, and its share of the used amount. */
const STAGES: readonly {
  readonly action: string
  readonly days: number
  readonly from: Bucket
  readonly to: Bucket
  readonly share: number
}[] = [
  { action: 'commit', days: 3, from: 'avl', to: 'cmt', share: 100 },
  { action: 'accrue', days: 16, from: 'cmt', to: 'acr', share: 80 },
  { action: 'execute', days: 34, from: 'acr', to: 'exe', share: 62 },
]

interface Moved {
  readonly line: UsedLine
  readonly value: Amount
}

/** Spending of the year so far, in one journal for each area, week and stage. */
export async function recordUse(tx: Tx, now: Date): Promise<void> {
  const lines = await tx.rows(usedLines())
  for (const { action, days, from, to, share } of STAGES) {
    const journals = new Map<string, { readonly at: Date; readonly moved: Moved[] }>()
    for (const line of lines) {
      // At the end of a week, so that there are few journals, as from a monthly migration.
      const week = Math.ceil((line.since.getTime() + days * DAY_MS) / (7 * DAY_MS))
      const at = new Date(week * 7 * DAY_MS + 9 * 3_600_000)
      if (at >= now) continue
      const value = amount(line.available)
        .times(line.share * share)
        .div(10_000)
        .round(0, 0)
      if (value.eq(0)) continue
      const key = `${line.area_id} ${week}`
      const journal = journals.get(key) ?? { at, moved: [] }
      journal.moved.push({ line, value })
      journals.set(key, journal)
    }
    for (const { at, moved } of journals.values()) await record(tx, { action, from, to, at, moved })
  }
}

interface Record {
  readonly action: string
  readonly from: Bucket
  readonly to: Bucket
  readonly at: Date
  readonly moved: readonly Moved[]
}

async function record(tx: Tx, { action, from, to, at, moved }: Record): Promise<void> {
  const document = await tx.first(newDocumentId())
  if (!document) throw new Error('no number')
  const legs = moved.flatMap(({ line: { id, currency }, value }): Leg[] => [
    debit(id, to, value, currency),
    credit(id, from, value, currency),
  ])
  await tx.run(
    post({
      key: { documentType: 'budgetUse', documentId: document.id, round: 0, action },
      actorId: moved[0]?.line.actor ?? 0,
      at,
      legs,
    }),
  )
}
