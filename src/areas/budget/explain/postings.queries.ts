import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { type AccountAmount, ACCOUNT_AMOUNTS } from '../budget-line/line-amounts.ts'
import { columnOf, postingsOf, signOf } from './account-amounts.server.ts'

export interface PostingRow {
  readonly at: Date
  readonly document_type: string
  readonly document_id: string
  readonly document_no: string | null
  readonly round: number
  readonly has_approval: boolean
  readonly action: string
  readonly bucket: string
  readonly amount: string
  readonly balance_after: string
  readonly currency: string
  readonly actor_zh: string
  readonly actor_en: string
}

type Prepared<Row> = (...values: readonly unknown[]) => Statement<Row>
type RequestedAmount = AccountAmount | 'all'
const ASKED: readonly RequestedAmount[] = [...ACCOUNT_AMOUNTS, 'all']

/** One statement for each amount, current or of a date: fixed texts, whose plans are cached. */
function each<Row, A extends RequestedAmount>(
  name: string,
  those: readonly A[],
  text: (asked: A, isDated: boolean) => string,
) {
  const statements = new Map<string, Prepared<Row>>()
  for (const asked of those)
    for (const when of ['now', 'dated'])
      statements.set(
        `${asked} ${when}`,
        prepared<Row>(`budget.${name}-${asked}-${when}`, text(asked, when === 'dated')),
      )
  return (asked: AccountAmount | undefined, until: Date | null): Prepared<Row> => {
    const found = statements.get(`${asked ?? 'all'} ${until ? 'dated' : 'now'}`)
    if (!found) throw new Error(`no ${name} of ${asked}`)
    return found
  }
}

const whereOf = (asked: RequestedAmount) => (asked === 'all' ? 'true' : postingsOf(asked))
const sign = (asked: RequestedAmount) => (asked === 'all' ? '' : signOf(asked))
const dated = 'join ledger_journal j on j.id = p.journal_id and j.at < $2'
const OF_ACCOUNT = `p.ledger = 'budget' and p.account_id = $1`

/** The number itself: from the account's row, or from its postings before an instant. */
function balanceSql(asked: AccountAmount, isDated: boolean): string {
  if (!isDated) return `select ${columnOf(asked, 'a')} as balance from budget_account a where a.id = $1`
  return `select coalesce(sum(${signOf(asked)}p.amount), 0.00) as balance from ledger_posting p ${dated} where ${OF_ACCOUNT} and ${postingsOf(asked)}`
}

const balances = each<{ balance: string }, AccountAmount>('balance', ACCOUNT_AMOUNTS, balanceSql)

/**
 * Postings of an account's amount, newest first, each with the running balance. It is computed backwards from the current number, so a page
 * costs only itself and the pages before it. Without an amount, all buckets, each with a balance of its own.
 */
const pages = each<PostingRow, RequestedAmount>('postings', ASKED, (asked, isDated) => {
  const isAll = asked === 'all'
  const later = `sum(p.amount) over (order by p.journal_id desc, p.position desc rows between unbounded preceding and 1 preceding)`
  const balance = isAll
    ? `sum(p.amount) over (partition by p.bucket order by p.journal_id, p.position)`
    : `(select balance from head) - coalesce(${later}, 0)`
  return `with ${isAll ? '' : `head as (${balanceSql(asked, isDated)}),`} part as (
      select p.journal_id, p.position, p.bucket, ${sign(asked)}p.amount as amount, p.currency from ledger_posting p ${isDated ? dated : ''}
      where ${OF_ACCOUNT} ${isDated ? '' : 'and $2::timestamptz is null'} and ${whereOf(asked)}
      order by p.journal_id desc, p.position desc ${isAll ? '' : 'limit $3::bigint + $4::bigint'}
    ), posting as (
      select p.*, ${balance} as balance_after from part p order by p.journal_id desc, p.position desc limit $3 offset $4
    )
    select j.at, j.document_type, j.document_id, i.document_no, j.round, i.document_id is not null as has_approval, j.action,
      p.bucket, p.amount, p.balance_after, p.currency, u.name_zh as actor_zh, u.name_en as actor_en
    from posting p join ledger_journal j on j.id = p.journal_id join app_user u on u.id = j.actor_id
    left join approval_instance i on i.document_id = j.document_id and i.round = j.round
    order by p.journal_id desc, p.position desc`
})

/** More are not read one by one; the export has all. */
export const MOST_COUNTED = 10_000

const counts = each<{ total: number }, RequestedAmount>(
  'posting-count',
  ASKED,
  (asked, isDated) => `select count(*)::int as total from (select 1 from ledger_posting p ${isDated ? dated : ''}
    where ${OF_ACCOUNT} ${isDated ? '' : 'and $2::timestamptz is null'} and ${whereOf(asked)} limit $3) p`,
)

/** The account, the amount (omitted: all), and the end (null: now). */
export interface PostingsAsked {
  readonly account: string
  readonly amount: AccountAmount | undefined
  readonly until: Date | null
}

export function balanceOf(account: string, amount: AccountAmount, until: Date | null) {
  return balances(amount, until)(...(until ? [account, until] : [account]))
}

export function postingsPage(
  { account, amount, until }: PostingsAsked,
  page: { readonly limit: number | null; readonly offset: number },
) {
  return pages(amount, until)(account, until, page.limit, page.offset)
}

/** The number of postings, counted up to `most`. */
export function postingCount({ account, amount, until }: PostingsAsked, most: number | null = null) {
  return counts(amount, until)(account, until, most)
}
