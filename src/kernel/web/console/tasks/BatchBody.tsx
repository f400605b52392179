import { useId, useState } from 'react'
import type { DryRunView, DryRunAccount } from '#kernel/services/tasks/batch-wire.ts'
import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { formatTime } from '#kernel/web/ui/time.ts'
import { pageText } from '../client/i18n.ts'
import { BatchItems } from './BatchItems.tsx'
import { taskText } from './task-texts.ts'
import type { Batch } from './use-batch.ts'
import { useFirstFocus } from './use-first-focus.ts'
import './batch.css'

interface BatchBodyProps {
  readonly batch: Batch
  readonly addressOf: (row: InboxRow) => string
}

/** The server's limit. */
const LONGEST = 1000

/** Shows the effects of a batch, its problems, the opinion, and each document with its result. */
export function BatchBody({ batch, addressOf }: BatchBodyProps) {
  const { dryRun, rows, phase } = batch
  const { view } = dryRun
  if (dryRun.error)
    return (
      <p className="batch-problem" role="alert">
        {taskText('batch.failed', { reason: dryRun.error.message })}{' '}
        <button type="button" className="batch-link" onClick={dryRun.again}>
          {pageText('common.retry')}
        </button>
      </p>
    )
  if (!view)
    return (
      <p className="batch-wait" role="status">
        {taskText('batch.rehearsing')}
      </p>
    )
  const blocked = rows.filter(({ taskId }) => dryRun.byTask.get(taskId)?.problem)
  return (
    <div className="batch">
      <Summary batch={batch} view={view} />
      {blocked.length > 0 ? <Conflicts batch={batch} blocked={blocked} addressOf={addressOf} /> : null}
      <Accounts view={view} />
      {phase === 'ready' ? <Opinion batch={batch} /> : null}
      <BatchItems batch={batch} addressOf={addressOf} />
    </div>
  )
}

function Summary({ batch, view }: { readonly batch: Batch; readonly view: DryRunView }) {
  const { included, rows, dryRun } = batch
  const final = included.filter(({ taskId }) => dryRun.byTask.get(taskId)?.isFinal).length
  const isOne = rows.length === 1
  const [one] = rows
  return (
    <div className="batch-summary">
      <p className="batch-lead" role="status">
        {included.length === 0
          ? taskText('batch.none')
          : isOne
            ? (one?.title ?? '')
            : taskText('batch.ready', { count: included.length, all: rows.length })}
      </p>
      <ul className="batch-totals">
        {view.totals.map((total) => (
          <li key={total.currency}>
            <Amount value={total.amount} currency={total.currency} />
            {isOne ? null : <span className="quiet"> · {total.count}</span>}
          </li>
        ))}
      </ul>
      {included.length > 0 && batch.decision === 'approve' ? (
        <p className="quiet">
          {isOne ? (final ? taskText('batch.finalOne') : null) : finalText(final, included.length)}
        </p>
      ) : null}
      <p className="quiet">
        {taskText('batch.asOf', { time: formatTime(view.asOf) })}{' '}
        {batch.phase === 'ready' ? (
          <button type="button" className="batch-link" disabled={dryRun.isFetching} onClick={dryRun.again}>
            {taskText('batch.again')}
          </button>
        ) : null}
      </p>
    </div>
  )
}

function finalText(final: number, all: number): string {
  const parts = []
  if (final > 0) parts.push(taskText('batch.final', { count: final }))
  if (all > final) parts.push(taskText('batch.notFinal', { count: all - final }))
  return parts.join(' · ')
}

interface ConflictsProps extends BatchBodyProps {
  readonly blocked: readonly InboxRow[]
}

function Conflicts({ batch, blocked, addressOf }: ConflictsProps) {
  const id = useId()
  return (
    <section className="batch-conflicts" aria-labelledby={id}>
      <h3 id={id}>
        <Icon name="alert" /> {taskText('batch.conflicts', { count: blocked.length })}
      </h3>
      <ul>
        {blocked.map((row) => (
          <li key={row.taskId}>
            <a className="code" href={addressOf(row)} target="_blank" rel="noopener">
              {row.documentNo}
            </a>{' '}
            <span>{batch.dryRun.byTask.get(row.taskId)?.problem?.msg}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** More would push the opinion out of view. */
const SHOWN = 5

/** Sort key of rows: the largest change first. */
function sizeOf({ buckets }: DryRunAccount): number {
  return Math.max(...buckets.flatMap(({ change, later }) => [Math.abs(Number(change)), Math.abs(Number(later))]))
}

/** Accounts with their current and future amounts. Those that several documents change come first. */
function Accounts({ view }: { readonly view: DryRunView }) {
  const id = useId()
  const [isAll, setAll] = useState(false)
  const accounts = view.accounts.toSorted((a, b) => b.items.length - a.items.length || sizeOf(b) - sizeOf(a))
  const shown = isAll ? accounts : accounts.slice(0, SHOWN)
  const shared = accounts.filter(({ items }) => items.length > 1).length
  const hasChange = accounts.some(({ buckets }) => buckets.some(({ change }) => change !== '0.00'))
  const hasLater = accounts.some(({ buckets }) => buckets.some(({ later }) => later !== '0.00'))
  if (accounts.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{taskText('batch.accounts')}</h3>
      {hasChange ? null : <p className="quiet">{taskText('batch.nothing')}</p>}
      {shared > 0 && view.items.length > 1 ? (
        <p className="quiet">{taskText('batch.shared', { count: shared })}</p>
      ) : null}
      <div className="batch-table" tabIndex={0} role="group" aria-labelledby={id}>
        {/* On a phone, too, its style stacks it. */}
        <table data-unstacked>
          <thead>
            <tr>
              <th scope="col">{taskText('batch.account')}</th>
              <th scope="col">{taskText('batch.bucket')}</th>
              <th scope="col">{taskText('batch.before')}</th>
              {hasChange ? <th scope="col">{taskText('batch.after')}</th> : null}
              {hasLater ? <th scope="col">{taskText('batch.later')}</th> : null}
            </tr>
          </thead>
          <tbody>
            {shown.map((account) => (
              <AccountRows
                key={`${account.ledger} ${account.account}`}
                account={account}
                hasChange={hasChange}
                hasLater={hasLater}
              />
            ))}
          </tbody>
        </table>
      </div>
      {accounts.length > shown.length ? (
        <button type="button" className="batch-link" onClick={() => setAll(true)}>
          {taskText('batch.showAll', { count: accounts.length })}
        </button>
      ) : null}
    </section>
  )
}

interface AccountRowsProps {
  readonly account: DryRunAccount
  readonly hasChange: boolean
  readonly hasLater: boolean
}

function AccountRows({ account, hasChange, hasLater }: AccountRowsProps) {
  const { buckets, currency, items } = account
  return buckets.map((bucket, index) => (
    <tr key={bucket.bucket}>
      {index === 0 ? (
        <th scope="rowgroup" rowSpan={buckets.length}>
          {account.name}
          {items.length > 1 ? (
            <span className="batch-touched">{taskText('batch.touched', { count: items.length })}</span>
          ) : null}
        </th>
      ) : null}
      <td className="batch-bucket">{bucket.label}</td>
      <td>
        <Amount value={bucket.before} currency={currency} />
      </td>
      {hasChange ? (
        <td>
          {bucket.change === '0.00' ? null : (
            <>
              <strong>
                <Amount value={bucket.after} currency={currency} />
              </strong>{' '}
              <Signed value={bucket.change} />
            </>
          )}
        </td>
      ) : null}
      {hasLater ? <td>{bucket.later === '0.00' ? null : <Signed value={bucket.later} />}</td> : null}
    </tr>
  ))
}

function Signed({ value }: { readonly value: string }) {
  return (
    <span className="batch-change">
      {value.startsWith('-') ? null : '+'}
      <Amount value={value} />
    </span>
  )
}

const PHRASES = {
  approve: ['approval.phraseAgree', 'approval.phraseChecked', 'approval.phraseInOrder'],
  reject: ['phone.phraseAmount', 'phone.phrasePurpose', 'phone.phraseInfo'],
} as const

function Opinion({ batch }: { readonly batch: Batch }) {
  const id = useId()
  const field = useFirstFocus<HTMLTextAreaElement>()
  const { decision, rows, isMissing } = batch
  const isOne = rows.length === 1
  const label =
    decision === 'approve'
      ? taskText(isOne ? 'batch.opinionOne' : 'batch.opinion')
      : taskText(isOne ? 'batch.reasonOne' : 'batch.reason')
  return (
    <div className="batch-opinion">
      <label htmlFor={id}>
        {label}
        <span className="field-star" aria-hidden="true">
          *
        </span>
      </label>
      <textarea
        id={id}
        ref={field}
        rows={2}
        maxLength={LONGEST}
        value={batch.opinion}
        aria-required
        aria-invalid={isMissing}
        aria-describedby={isMissing ? `${id}-error` : undefined}
        onChange={(event) => batch.setOpinion(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) batch.start()
        }}
      />
      {isMissing ? (
        <p className="field-error" id={`${id}-error`} role="alert">
          {taskText(decision === 'approve' ? 'batch.opinionMissing' : 'batch.reasonMissing')}
        </p>
      ) : null}
      <div className="batch-phrases" role="group" aria-label={taskText('batch.phrases')}>
        {PHRASES[decision].map((phrase) => (
          <button key={phrase} type="button" className="batch-link" onClick={() => batch.setOpinion(pageText(phrase))}>
            {pageText(phrase)}
          </button>
        ))}
      </div>
    </div>
  )
}
