import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { MonitorSummary } from '#kernel/services/monitor/monitor-schemas.ts'
import { GIVEN_UP_JOBS_PAGE, REGISTRY_COUNTED, UNDELIVERED_COUNTED } from '#kernel/services/monitor/failure-lists.ts'
import { MONITORED, type Monitored } from '#kernel/services/monitor/monitor-wire.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { pageText } from '../client/i18n.ts'
import { queryKeys } from '../client/query-keys.ts'
import { ErrorBanner } from '../Banner.tsx'
import { monitorApi } from './monitor-api.ts'
import { monitorText } from './monitor-text.ts'

/** Refetch interval, because people monitoring want current data. */
const EVERY_MS = 30_000

/** The number of approvals with each problem, as filters of the list, and the state of background processing. */
export function Summary() {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.sum('monitor', null),
    queryFn: ({ signal }) => monitorApi.summary({ signal, handles: true }),
    refetchInterval: EVERY_MS,
  })
  if (error && !data) return <ErrorBanner error={error} text={(reason) => reason} onRetry={() => void refetch()} />
  return (
    <div className="monitor-summary">
      <Counts summary={data ?? null} />
      <SystemLine system={data?.system ?? null} />
    </div>
  )
}

/** Problems that need attention now; slow ones only take longer. */
const URGENT = new Set<Monitored>(['stuck', 'failed'])

function Counts({ summary }: { readonly summary: MonitorSummary | null }) {
  const [query, setQuery] = useSearchParams()
  const chosen = query.get('health')
  const choose = (health: Monitored): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old)
      next.delete('page')
      if (health === chosen) next.delete('health')
      else next.set('health', health)
      return next
    })
  const count = (key: Monitored): number | undefined => (key === 'running' ? summary?.running : summary?.counts[key])
  return (
    <div className="monitor-counts" role="group" aria-label={monitorText('fields.health')}>
      {MONITORED.map((key) => (
        <button
          key={key}
          type="button"
          className={URGENT.has(key) && (count(key) ?? 0) > 0 ? 'monitor-count is-bad' : 'monitor-count'}
          aria-pressed={key === chosen}
          onClick={() => choose(key)}
        >
          <span className="monitor-figure">{count(key) ?? '–'}</span>
          <span>{monitorText(`counts.${key}`)}</span>
        </button>
      ))}
    </div>
  )
}

/** Messages waiting longer than this count as late. */
const LATE_SECONDS = 10

function SystemLine({ system }: { readonly system: MonitorSummary['system'] | null }) {
  if (!system) return <p className="monitor-system" aria-hidden="true" />
  const isLate = system.outboxAgeSeconds > LATE_SECONDS
  const relay = isLate
    ? monitorText('system.relay', { seconds: system.outboxAgeSeconds, count: system.outboxRows })
    : monitorText('system.relayFine')
  const bad = [
    { count: system.jobsFailed, key: 'jobs', to: GIVEN_UP_JOBS_PAGE },
    { count: system.deliveriesFailed, key: 'deliveries', to: UNDELIVERED_COUNTED },
    { count: system.registryDifferences, key: 'registry', to: REGISTRY_COUNTED },
  ] as const
  const isBad = bad.some(({ count }) => count > 0)
  return (
    <p className="monitor-system">
      <span className="quiet">{monitorText('system.title')}</span>
      <StateMark colour={isLate ? 'orange' : 'green'} text={relay} />
      {bad.map(({ count, key, to }) => {
        if (count === 0) return null
        return (
          <Link key={key} to={to}>
            <StateMark colour="red" text={monitorText(`system.${key}`, { count })} />
          </Link>
        )
      })}
      {system.effectsFailed > 0 ? (
        <Link to="?health=failed">
          <StateMark
            colour="red"
            text={monitorText('system.effects', { failed: system.effectsFailed, waiting: system.effectsWaiting })}
          />
        </Link>
      ) : null}
      {system.ratesMissing.length > 0 ? (
        <StateMark
          colour="orange"
          text={monitorText('system.rates', { currencies: system.ratesMissing.join(pageText('phone.nameSeparator')) })}
        />
      ) : null}
      {!isBad && system.effectsFailed === 0 ? <StateMark colour="green" text={monitorText('system.fine')} /> : null}
    </p>
  )
}
