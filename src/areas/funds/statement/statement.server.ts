import { type RawBuilder, sql } from 'kysely'
import { isDay } from '#kernel/base/clock/day.ts'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { beginOf, dayIn } from '#kernel/base/clock/zone-day.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { fundsErrors } from '../funds.errors.ts'
import { KINDS } from '../lists/funds.list.ts'
import { DOCUMENT_NO, statement } from '../lists/list-sources.server.ts'
import { MOST_DAYS, type StatementAsked } from './statement.ts'

/** More than this are several statements. */
export const MOST_MOVEMENTS = 5_000

type Kind = (typeof KINDS)[number]

export interface StatementReader {
  readonly principal: Pick<Principal, 'scope' | 'limits' | 'timezone'>
  readonly language: Language
}

interface Movement {
  readonly kind: Kind
  readonly at: Date
  readonly documentNo: string | null
  readonly action: string
  readonly amount: string
}

/** A posting as the statement shows it: on which day, by what, how much, and the balance after it. */
export interface StatementRow extends Omit<Movement, 'kind' | 'at'> {
  readonly day: string
  readonly balance: string
}

/** One kind of an account. A receivable is what is owed less open credits; a recharge or a rebate what is available and occupied. */
export interface StatementPart {
  readonly kind: Kind
  readonly opening: string
  readonly rows: readonly StatementRow[]
  readonly closing: string
}

export interface AccountStatement extends StatementAsked {
  readonly customerName: string
  readonly operatingUnitName: string
  readonly parts: readonly StatementPart[]
}

/** Refuses days that do not exist, that are in the wrong order, or that lie too far apart. */
function requirePeriod({ from, to }: StatementAsked): void {
  for (const [field, day] of Object.entries({ from, to }))
    if (!isDay(day) || day.startsWith('0000'))
      throw new Refused(httpErrors.invalidField({ field, reason: 'invalid' }, { field }))
  if (to < from) throw new Refused(fundsErrors.statementBackwards({ from, to }, { field: 'to' }))
  if (dayAfter(from, MOST_DAYS) <= to)
    throw new Refused(fundsErrors.statementTooLong({ days: MOST_DAYS }, { field: 'to' }))
}

/** Reads what moved an account in a period, with its balance before and after it: of accounts that the reader sees. */
export async function readStatement(tx: Tx, reader: StatementReader, asked: StatementAsked): Promise<AccountStatement> {
  requirePeriod(asked)
  const { principal, language } = reader
  const { timezone } = principal
  const [begin, end] = [beginOf(timezone, asked.from), beginOf(timezone, dayAfter(asked.to))]
  const own = scoped(principal, 'funds_account')
    .selectAll()
    .where('customer_code', '=', asked.customerCode)
    .where('operating_unit_code', '=', asked.operatingUnitCode)
    .where('currency', '=', asked.currency)
  const name = (of: string) => sql.ref(`${of}.name_${language}`)
  const accounts = await tx.rows(
    statement<{ kind: Kind; opening: string; customerName: string; operatingUnitName: string }>(sql`
      select a.kind, ${name('c')} as "customerName", ${name('u')} as "operatingUnitName",
        (select coalesce(sum(p.amount), 0)::numeric(20,2)::text from ${postings(sql`a.id`)} and j.at < ${begin}) as opening
      from (${own}) a join customer c on c.code = a.customer_code join operating_unit u on u.code = a.operating_unit_code`),
  )
  const first = required(accounts[0], httpErrors.notFound())
  const moved = await tx.rows(
    statement<Movement>(sql`
      select r.kind, r.at, r.action, r.amount::text as amount, ${DOCUMENT_NO} as "documentNo" from (
        select a.kind, j.id, j.at, j.action, j.document_id, j.round, sum(p.amount) as amount
        from (${own}) a cross join lateral (select p.amount, p.journal_id from ${postings(sql`a.id`)} and j.at >= ${begin} and j.at < ${end}) p
        join ledger_journal j on j.id = p.journal_id group by a.kind, j.id
        having sum(p.amount) <> 0 order by j.id limit ${MOST_MOVEMENTS + 1}) r
      order by r.id`),
  )
  if (moved.length > MOST_MOVEMENTS)
    throw new Refused(fundsErrors.statementTooMany({ most: MOST_MOVEMENTS }, { field: 'from' }))
  const parts = KINDS.flatMap((kind) => {
    const account = accounts.find((each) => each.kind === kind)
    return account ? [partOf(kind, account.opening, moved, timezone)] : []
  })
  return { ...asked, customerName: first.customerName, operatingUnitName: first.operatingUnitName, parts }
}

/** Postings of an account with their journals. What was frozen or set free moves between two balances of one account, and adds up to nothing. */
const postings = (account: RawBuilder<unknown>) =>
  sql`ledger_posting p join ledger_journal j on j.id = p.journal_id where p.ledger = 'funds' and p.account_id = ${account}`

function partOf(kind: Kind, opening: string, moved: readonly Movement[], timezone: string): StatementPart {
  let balance = amount(opening)
  const rows = moved
    .filter((each) => each.kind === kind)
    .map(({ at, documentNo, action, amount: change }) => {
      balance = balance.plus(change)
      return { day: dayIn(timezone, at), documentNo, action, amount: change, balance: amountText(balance) }
    })
  return { kind, opening, rows, closing: amountText(balance) }
}
