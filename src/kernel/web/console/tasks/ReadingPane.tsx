import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { amount, amountText } from '#kernel/base/money/money.ts'
import type { DryRunAccount } from '#kernel/services/tasks/batch-wire.ts'
import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import { DescriptionList } from '#kernel/web/console/document/DescriptionList.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { formatTime, minutesSince } from '#kernel/web/ui/time.ts'
import { RequestedAmount } from '../RequestedAmount.tsx'
import { pageText } from '../client/i18n.ts'
import { durationText } from '../duration.ts'
import { useNow } from '../use-now.ts'
import { holdersText, limitText, marksOf } from './row-texts.ts'
import { taskText } from './task-texts.ts'
import { addressOf, itemOf, tasksApi } from './tasks-api.ts'

interface ReadingPaneProps {
  readonly row: InboxRow | null
}

/** Details of the row with the cursor, beside the list: enough to decide simple ones without opening them. */
export function ReadingPane({ row }: ReadingPaneProps) {
  return (
    <aside className="reading-pane" aria-label={taskText('preview')} aria-live="polite">
      {row ? (
        <Reading key={row.taskId || row.formInstanceId} row={row} />
      ) : (
        <p className="quiet">{taskText('previewNone')}</p>
      )}
    </aside>
  )
}

function Reading({ row }: { readonly row: InboxRow }) {
  const now = useNow()
  const since = row.box === 'open' ? row.createdAt : row.waitingSince
  const facts: readonly (readonly [string, string])[] = [
    [pageText('tasks.drafter'), row.drafterName],
    [taskText('columns.organisation'), row.organisationName],
    [pageText('tasks.step'), row.stepName],
    [taskText('columns.holder'), row.box === 'open' ? '' : holdersText(row)],
    [taskText('columns.started'), formatTime(row.startedAt)],
    [pageText('approval.waiting'), since && row.state === 'running' ? durationText(minutesSince(since, now)) : ''],
    [taskText('columns.limit'), limitText(row, now)],
    [taskText('columns.sender'), row.senderName ?? ''],
    [taskText('columns.message'), row.message ?? ''],
    ...row.facts.map(({ label, value }): readonly [string, string] => [label, value]),
  ]
  return (
    <>
      <h2>{row.title}</h2>
      <p className="reading-amount">
        <Amount value={row.amount} currency={row.currency} /> <RequestedAmount value={row.asked} />
      </p>
      <p className="reading-marks">
        {marksOf(row, now).map(({ key, text, isUrgent }) => (
          <span key={key} className={isUrgent ? 'inbox-mark inbox-urgent' : 'inbox-mark'}>
            {text}
          </span>
        ))}
      </p>
      <DescriptionList className={null} pairs={facts.filter(([, value]) => value !== '')} />
      {row.box === 'open' && !row.isParked ? <Effect row={row} /> : null}
      {row.mayOpen ? <Link to={addressOf(row)}>{taskText('open')}</Link> : null}
    </>
  )
}

/** What an account holds once the document is finally approved, with this agreement or with a later one. */
const inTheEnd = ({ after, later }: DryRunAccount['buckets'][number]): string =>
  amountText(amount(after).plus(amount(later)))

/** The effect of the person's own agreement on funds, from a batch dry run. */
function Effect({ row }: { readonly row: InboxRow }) {
  const item = itemOf(row)
  const { data, error } = useQuery({
    queryKey: ['dryRun', 'approve', [item]],
    queryFn: ({ signal }) => tasksApi.performDryRun('approve', [item], { signal }),
    staleTime: 30_000,
  })
  if (error || !data) return <div className="reading-effect" aria-busy={!error} />
  const problem = data.items[0]?.problem
  return (
    <div className="reading-effect">
      <h3>{taskText('effect')}</h3>
      {problem ? <p className="inbox-over">{problem.msg}</p> : null}
      {data.accounts.length === 0 && !problem ? <p className="quiet">{taskText('noEffect')}</p> : null}
      <ul>
        {data.accounts.flatMap((account) =>
          account.buckets.map((bucket) => (
            <li key={`${account.account} ${bucket.bucket}`}>
              <span>
                {account.name} <span className="quiet">{bucket.label}</span>
              </span>
              <span className="reading-change">
                <Amount value={bucket.before} /> <span aria-hidden="true">→</span>{' '}
                <Amount value={inTheEnd(bucket)} currency={account.currency} />
                {bucket.later === '0.00' ? null : <span className="quiet"> {taskText('previewLater')}</span>}
              </span>
            </li>
          )),
        )}
      </ul>
    </div>
  )
}
