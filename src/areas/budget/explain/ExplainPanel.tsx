import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Fragment, useState, type ComponentType, type ReactNode } from 'react'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { amount } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import { ACCOUNT_AMOUNTS, type AccountAmount } from '../budget-line/line-amounts.ts'
import { documentAddress, linesAddress } from './posting-addresses.web.ts'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import { AsOfField, type DayField as Day } from './AsOfField.tsx'
import { EXPLAIN_LIMIT, explainApi, FORMULAS, type LineBehind } from './explain.web.ts'
import type { AccountSubject, ExplainSubject, SumSubject } from './explain-subject.web.ts'
import { explainText } from './explain-text.web.ts'
import { periodText } from '../period/period.web.ts'
import { postingTexts } from './posting-texts.web.ts'
import './explain.css'

export interface ExplainProps {
  readonly subject: ExplainSubject
  readonly onClose: () => void
}

interface PanelProps extends Pick<ExplainProps, 'subject'> {
  readonly device: 'pc' | 'mobile'
  readonly LinkTo: ComponentType<{ readonly to: string; readonly className?: string; readonly children: ReactNode }>
  /** The device's own field of a day. */
  readonly DayField: Day
  /** Desktop tools beside the amount: the export of its postings. */
  readonly tools?: (subject: AccountSubject, asOf: string | null) => ReactNode
}

/** The origin of a number: its formula, the budgets of a total, the postings of an amount. */
export function ExplainPanel({ subject: first, device, LinkTo, DayField, tools }: PanelProps) {
  const [subject, setSubject] = useState(first)
  const [before, setBefore] = useState<readonly ExplainSubject[]>([])
  const [asOf, setAsOf] = useState<string | null>(first.asOf ?? null)
  const go = (next: ExplainSubject): void => {
    setBefore([...before, subject])
    setSubject(next)
  }
  const back = (): void => {
    const last = before.at(-1)
    if (!last) return
    setBefore(before.slice(0, -1))
    setSubject(last)
  }
  const key = `${subject.kind} ${subject.kind === 'sum' ? '' : subject.key} ${subject.amount} ${asOf}`
  const isShown = asOf === (first.asOf ?? null)
  return (
    <div className="explain">
      <div className="explain-head">
        {before.length > 0 ? (
          <button type="button" className="explain-back" onClick={back}>
            ‹ {before.at(-1)?.name}
          </button>
        ) : null}
        <h3>{explainText('of', { amount: pageLabel(`buckets.${subject.amount}`), name: subject.name })}</h3>
        <TotalOf subject={subject} asOf={asOf} />
        {subject.kind !== 'sum' && subject.note ? <p className="quiet">{subject.note}</p> : null}
        <AsOfField DayField={DayField} asOf={asOf} onChange={setAsOf} />
        {subject.kind === 'sum' ? null : tools?.(subject, asOf)}
      </div>
      {isShown && subject.amounts ? (
        <Formula subject={subject} onPart={(name) => go(withAmount(subject, name))} />
      ) : null}
      {subject.kind === 'sum' ? (
        <Lines key={key} subject={subject} asOf={asOf} onLine={(line) => go(subjectOf(line, subject))}>
          <LinkTo to={listOf(subject, asOf)}>{explainText('openList')}</LinkTo>
        </Lines>
      ) : (
        <Postings key={key} subject={subject} asOf={asOf} device={device} LinkTo={LinkTo} />
      )}
    </div>
  )
}

const withAmount = (subject: ExplainSubject, name: AccountAmount): ExplainSubject =>
  ({ ...subject, amount: name }) as ExplainSubject

function subjectOf(line: LineBehind, { amount: name }: SumSubject): AccountSubject {
  return {
    kind: 'line',
    key: line.budgetCode,
    amount: name,
    currency: line.currency,
    name: line.budgetCode,
    note: [line.countryName, line.projectName, periodText(line.year, line.month)].filter(Boolean).join(' · '),
  }
}

function listOf({ idc, filters, currency }: SumSubject, asOf: string | null): string {
  const said = Object.entries(filters).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const texts = said.map(([name, value]): [string, string] => [name, [value].flat().map(String).join(',')])
  return linesAddress({ idcCode: idc, ...Object.fromEntries(texts), currency, ...(asOf ? { asOf } : {}) })
}

/** The current number is loaded again: the clicked one may be a minute old, or another day was chosen. */
function TotalOf({ subject, asOf }: { readonly subject: ExplainSubject; readonly asOf: string | null }) {
  const { data, isPending } = useQuery({
    queryKey: queryKeys.sum('explained', [subject, asOf]),
    queryFn: async ({ signal }) => {
      if (subject.kind === 'sum') {
        const [sum] = await explainApi.sum(subject, asOf, { signal, handles: true })
        return { value: sum?.[subject.amount] ?? '0.00', currency: subject.currency }
      }
      const { balance, currency } = await explainApi.postings(subject, asOf, 1, { signal, handles: true })
      return { value: balance, currency }
    },
    staleTime: 0,
  })
  const value = isPending && !asOf ? (subject.amounts?.[subject.amount] ?? null) : (data?.value ?? null)
  return (
    <p className="explain-total">
      <Amount value={value} currency={data?.currency ?? subject.currency} />
    </p>
  )
}

/** `Granted 10 − Revoked 2 + …`: the non-zero parts, each with its own explanation. */
function Formula({
  subject,
  onPart,
}: {
  readonly subject: ExplainSubject
  readonly onPart: (name: AccountAmount) => void
}) {
  const parts = (FORMULAS[subject.amount] ?? []).filter(({ name }) => {
    const value = subject.amounts?.[name]
    return value !== undefined && !amount(value).eq(0)
  })
  if (parts.length === 0) return null
  return (
    <p className="explain-formula" aria-label={explainText('formula')}>
      {parts.map(({ name, sign }, at) => (
        <Fragment key={name}>
          {at > 0 || sign === '−' ? <span className="explain-sign"> {sign} </span> : null}
          <button type="button" className="explain-part" onClick={() => onPart(name)}>
            <span className="quiet">{pageLabel(`buckets.${name}`)}</span> <Amount value={subject.amounts?.[name]} />
          </button>
        </Fragment>
      ))}
    </p>
  )
}

interface MoreProps {
  readonly query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

function More({ query }: MoreProps) {
  if (!query.hasNextPage) return null
  return (
    <button
      type="button"
      className="explain-more"
      disabled={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {pageLabel('morePostings')}
    </button>
  )
}

interface StateProps {
  readonly query: { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown }
  readonly isEmpty: boolean
}

function State({ query, isEmpty }: StateProps) {
  if (query.isError)
    return (
      <p role="alert" className="explain-state">
        {query.error instanceof Error ? query.error.message : ''}{' '}
        <button type="button" className="explain-more" onClick={() => void query.refetch()}>
          {pageText('common.retry')}
        </button>
      </p>
    )
  if (query.isPending) return <p className="explain-state quiet">{pageText('common.loading')}</p>
  return isEmpty ? <p className="explain-state quiet">{pageLabel('noPostings')}</p> : null
}

interface LinesProps {
  readonly subject: SumSubject
  readonly asOf: string | null
  readonly onLine: (line: LineBehind) => void
  readonly children: ReactNode
}

function Lines({ subject, asOf, onLine, children }: LinesProps) {
  const query = useInfiniteQuery({
    queryKey: queryKeys.list('explainedLines', [subject, asOf]),
    queryFn: ({ pageParam, signal }) => explainApi.lines(subject, asOf, pageParam, { signal, handles: true }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.records.length === EXPLAIN_LIMIT ? pages.length + 1 : undefined),
    staleTime: 0,
  })
  const rows = query.data?.pages.flatMap((page) => page.records) ?? []
  return (
    <section>
      <header className="explain-section">
        <h4>{explainText('lines')}</h4>
        {children}
      </header>
      <table className="explain-table">
        <thead>
          <tr>
            <th scope="col">{pageLabel('budgetCode')}</th>
            <th scope="col">{explainText('where')}</th>
            <th scope="col">{pageLabel('period')}</th>
            <th scope="col" className="explain-number">
              {pageLabel(`buckets.${subject.amount}`)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((line) => (
            <tr key={line.budgetCode}>
              <td className="explain-first">
                <button type="button" className="explain-link code" onClick={() => onLine(line)}>
                  {line.budgetCode}
                </button>
              </td>
              <td className="explain-second">{[line.countryName, line.projectName].filter(Boolean).join(' · ')}</td>
              <td className="explain-third">{periodText(line.year, line.month)}</td>
              <td className="explain-number">
                <Amount value={line.amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <State query={query} isEmpty={rows.length === 0} />
      <More query={query} />
    </section>
  )
}

interface PostingsProps extends Pick<PanelProps, 'device' | 'LinkTo'> {
  readonly subject: AccountSubject
  readonly asOf: string | null
}

function Postings({ subject, asOf, device, LinkTo }: PostingsProps) {
  const query = useInfiniteQuery({
    queryKey: queryKeys.list('postings', [subject.kind, subject.key, subject.amount, asOf]),
    queryFn: ({ pageParam, signal }) => explainApi.postings(subject, asOf, pageParam, { signal, handles: true }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.records.length === EXPLAIN_LIMIT ? pages.length + 1 : undefined),
    staleTime: 0,
  })
  const rows = query.data?.pages.flatMap((page) => page.records) ?? []
  const total = query.data?.pages[0]
  return (
    <section>
      <header className="explain-section">
        <h4>
          {explainText('postings')}
          {total?.recordTotal ? (
            <span className="count">
              {total.recordTotal.toLocaleString('en-US')}
              {total.capped ? '+' : ''}
            </span>
          ) : null}
        </h4>
      </header>
      <table className="explain-table">
        <thead>
          <tr>
            <th scope="col">{pageLabel('document')}</th>
            <th scope="col">{pageLabel('action')}</th>
            <th scope="col">{pageLabel('at')}</th>
            <th scope="col">{pageLabel('actor')}</th>
            <th scope="col" className="explain-number">
              {pageLabel('amount')}
            </th>
            <th scope="col" className="explain-number">
              {pageLabel('balance')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const address = row.formInstanceId ? documentAddress(row.documentType, row.formInstanceId, device) : null
            return (
              // Newest first and only appended to: a place is a posting.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={at}>
                <td className="explain-first">
                  {address ? (
                    <LinkTo to={address} className="code">
                      {row.documentNo}
                    </LinkTo>
                  ) : (
                    <span className="code">{row.documentNo}</span>
                  )}
                  <span className="explain-kind">{postingTexts.document(row.documentType)}</span>
                </td>
                <td className="explain-second">
                  {postingTexts.action(row.action)} · {bucketText(row.bucket)}
                </td>
                <td className="explain-third">{timeText(row.at)}</td>
                <td className="explain-actor">{row.actor}</td>
                <td className="explain-number">
                  <Amount value={row.amount} />
                </td>
                <td className="explain-number explain-balance">
                  <Amount value={row.balanceAfter} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <State query={query} isEmpty={rows.length === 0} />
      <More query={query} />
    </section>
  )
}

function bucketText(name: string): string {
  const known = ACCOUNT_AMOUNTS.find((bucket) => bucket === name)
  return known ? pageLabel(`buckets.${known}`) : name
}
