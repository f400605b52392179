import { Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import { post } from '#kernel/web/console/client/api.ts'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { notify } from '#kernel/web/console/client/live/notices.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { usePageButtons } from '#kernel/web/console/document/page-buttons.ts'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { ACCOUNT_AMOUNTS } from '../budget-line/line-amounts.ts'
import { linesAddress } from '../explain/posting-addresses.web.ts'
import type { AccountSubject } from '../explain/explain-subject.web.ts'
import { ExplainedAmount } from '../explain/ExplainedAmount.tsx'
import { insightText } from '../overview/insight-text.web.ts'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import { postingTexts } from '../explain/posting-texts.web.ts'
import './self-check-page.css'

type CheckName = 'balanced' | 'replayed' | 'reserved' | 'occupied' | 'distributed' | 'closed' | 'overrun'

interface Finding {
  readonly budgetCode: string | null
  readonly pool: string | null
  readonly name: string
  readonly documentType: string | null
  readonly documentNo: string | null
  readonly amount: string
  readonly cached: string
  readonly expected: string
  readonly currency: string | null
}

interface Step {
  readonly name: CheckName
  readonly state: 'waiting' | 'running' | 'done'
  readonly done: number
  readonly total: number
  readonly ms: number
  readonly count: number
  readonly findings: readonly Finding[]
}

interface Run {
  readonly id: string
  readonly state: 'asked' | 'running' | 'done' | 'failed'
  readonly requestedBy: string | null
  readonly askedAt: string
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly differences: number | null
  readonly steps: readonly Step[]
}

const KEY = queryKeys.list('budgetCheck', null)
const LOOK_MS = 2_000

const isOpen = (run: Run | undefined): boolean => run?.state === 'asked' || run?.state === 'running'

/** The state of the ledger at the last check, and its findings. */
export default function SelfCheckPage() {
  const holds = usePageButtons()
  const [isAsking, setIsAsking] = useState(false)
  const read = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => post<{ runs: readonly Run[] }>('/aps/budget/check/latest', {}, { signal, handles: true }),
    refetchInterval: ({ state }) => (isOpen(state.data?.runs[0]) ? LOOK_MS : false),
  })
  const ask = async (): Promise<void> => {
    setIsAsking(true)
    try {
      const { started } = await post<{ started: boolean }>('/aps/budget/check/run', {})
      notify('success', insightText(started ? 'check.started' : 'check.running'))
      await read.refetch()
    } finally {
      setIsAsking(false)
    }
  }
  const runs = read.data?.runs ?? []
  const [latest] = runs
  return (
    <ListPage
      title={insightText('menu.selfCheck')}
      aside={
        holds?.('budget.check.run') ? (
          <Button
            type="primary"
            icon={<Icon name="check" />}
            loading={isAsking}
            disabled={isOpen(latest)}
            onClick={() => void ask()}
          >
            {insightText('check.run')}
          </Button>
        ) : null
      }
    >
      <p className="check-intro">{insightText('check.intro')}</p>
      {read.isError ? (
        <ErrorBanner
          error={read.error}
          text={(reason) => pageText('list.failedFirst', { reason })}
          onRetry={() => void read.refetch()}
        />
      ) : null}
      {read.isPending ? <div className="pane-loading" role="status" aria-label={pageText('common.loading')} /> : null}
      {latest ? <Latest run={latest} /> : read.isSuccess ? <p className="quiet">{insightText('check.never')}</p> : null}
      {runs.length > 1 ? <Earlier runs={runs.slice(1)} /> : null}
    </ListPage>
  )
}

/** Overruns are allowed; every other finding is a fault. */
function outcomeOf({ state, differences }: Pick<Run, 'state' | 'differences'>): { text: string; look: string } {
  if (state === 'asked') return { text: insightText('check.asked'), look: 'waiting' }
  if (state === 'running') return { text: insightText('check.running'), look: 'running' }
  if (state === 'failed') return { text: insightText('check.failed'), look: 'bad' }
  if (!differences) return { text: insightText('check.fine'), look: 'fine' }
  return { text: insightText('check.differences', { count: differences }), look: 'bad' }
}

const ICONS = { waiting: 'clock', running: 'clock', fine: 'check', bad: 'close', note: 'info' } as const

function Mark({ look }: { readonly look: string }) {
  const name = ICONS[look as keyof typeof ICONS]
  return (
    <span className={`check-mark check-${look}`} aria-hidden="true">
      <Icon name={name} />
    </span>
  )
}

const seconds = (ms: number): string =>
  insightText('check.seconds', { seconds: (ms / 1000).toFixed(ms < 10_000 ? 1 : 0) })

function Latest({ run }: { readonly run: Run }) {
  const { text, look } = outcomeOf(run)
  const took = run.startedAt && run.endedAt ? Date.parse(run.endedAt) - Date.parse(run.startedAt) : 0
  return (
    <section className="check-latest" aria-label={insightText('menu.selfCheck')}>
      <p className="check-outcome" role="status">
        <Mark look={look} />
        <strong>{text}</strong>
        {run.endedAt ? (
          <span className="quiet">
            {insightText('check.lastRun', { time: timeText(run.endedAt), duration: seconds(took) })}
          </span>
        ) : null}
        <span className="quiet">{run.requestedBy ?? insightText('check.byNight')}</span>
      </p>
      <ol className="check-steps">
        {run.steps.map((step) => (
          <StepRow key={step.name} step={step} />
        ))}
      </ol>
    </section>
  )
}

function lookOf({ name, state, count }: Step): string {
  if (state !== 'done') return state
  if (count === 0) return 'fine'
  return name === 'overrun' ? 'note' : 'bad'
}

function StepRow({ step }: { readonly step: Step }) {
  const { name, state, done, total, ms, count, findings } = step
  return (
    <li>
      <div className="check-step">
        <Mark look={lookOf(step)} />
        <span>{insightText(`check.steps.${name}`)}</span>
        <span className="check-found">{count > 0 ? insightText('check.found', { count }) : null}</span>
        {state === 'running' ? (
          <progress value={done} max={total} aria-label={insightText('check.part', { done, total })} />
        ) : (
          <span className="quiet">{state === 'done' ? seconds(ms) : ''}</span>
        )}
      </div>
      {count > 0 ? <Findings findings={findings} count={count} /> : null}
    </li>
  )
}

function amountName(column: string): string {
  const known = ACCOUNT_AMOUNTS.find((name) => name === column)
  return known ? pageLabel(`buckets.${known}`) : column
}

function Findings({ findings, count }: { readonly findings: readonly Finding[]; readonly count: number }) {
  const [opened, setOpened] = useState(findings.length <= 5)
  return (
    <details className="check-findings" open={opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{insightText('check.found', { count })}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{insightText('check.what')}</th>
            <th scope="col">{insightText('check.amount')}</th>
            <th scope="col">{insightText('check.cached')}</th>
            <th scope="col">{insightText('check.expected')}</th>
          </tr>
        </thead>
        <tbody>
          {findings.map((finding) => (
            <FindingRow
              key={`${finding.name} ${finding.budgetCode} ${finding.documentNo} ${finding.amount}`}
              finding={finding}
            />
          ))}
        </tbody>
      </table>
      {findings.length < count ? (
        <p className="quiet">{insightText('check.hidden', { count: count - findings.length })}</p>
      ) : null}
    </details>
  )
}

function FindingRow({ finding }: { readonly finding: Finding }) {
  const { budgetCode, pool, name, documentType, documentNo, amount, cached, expected, currency } = finding
  const known = ACCOUNT_AMOUNTS.find((each) => each === amount)
  const key = budgetCode ?? pool
  const subject: AccountSubject | null =
    key && known
      ? { kind: budgetCode ? 'line' : 'pool', key, amount: known, currency: currency ?? '', name: budgetCode ?? name }
      : null
  return (
    <tr>
      <td>
        {budgetCode ? (
          <Link className="code" to={linesAddress({ idcCode: 'all', budgetCode })}>
            {budgetCode}
          </Link>
        ) : null}{' '}
        {documentNo ? `${documentType ? postingTexts.document(documentType) : ''} ${documentNo}` : name}
      </td>
      <td>{amountName(amount)}</td>
      <td>
        {subject ? (
          <ExplainedAmount subject={subject} value={cached}>
            <Amount value={cached} currency={currency} />
          </ExplainedAmount>
        ) : (
          <Amount value={cached} currency={currency} />
        )}
      </td>
      <td>
        <Amount value={expected} currency={currency} />
      </td>
    </tr>
  )
}

function Earlier({ runs }: { readonly runs: readonly Run[] }) {
  return (
    <section className="check-earlier">
      <h2>{insightText('check.earlier')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{insightText('check.when')}</th>
            <th scope="col">{insightText('check.who')}</th>
            <th scope="col">{insightText('check.result')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => {
            const { text, look } = outcomeOf(run)
            return (
              <tr key={run.id}>
                <td>{timeText(run.endedAt ?? run.askedAt)}</td>
                <td>{run.requestedBy ?? insightText('check.byNight')}</td>
                <td>
                  <Mark look={look} /> {text}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
