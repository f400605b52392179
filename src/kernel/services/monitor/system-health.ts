import { rateSource } from '#kernel/engine/approval/rate-source.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { MonitorSummary } from './monitor-schemas.ts'

const relayAndPushes = prepared<{
  rows: number
  age: number
  effects_failed: number
  effects_waiting: number
  deliveries_failed: number
  registry_differences: number
}>(
  'monitor.relay-and-pushes',
  `select (select count(*) from outbox)::int as rows,
     coalesce((select extract(epoch from now() - min(at)) from outbox), 0)::int as age,
     (select count(*) from document_effect where state = 'failedPushed')::int as effects_failed,
     (select count(*) from document_effect where state in ('pendingPushed', 'pushing'))::int as effects_waiting,
     (select count(*) from notification_delivery where state = 'failed' and ended_at > product_now() - interval '7 days')::int as deliveries_failed,
     coalesce((select sum(differences) from document_comparison where at > (select max(at) from document_comparison) - interval '12 hours'), 0)::int
       as registry_differences`,
)

const hasQueue = prepared<{ there: boolean }>(
  'monitor.has-queue',
  `select to_regclass('graphile_worker.jobs') is not null as there`,
)

/** Unnamed, because a cached plan would not survive an upgrade of the queue. */
const givenUp = {
  text: `select count(*)::int as count from graphile_worker.jobs where attempts >= max_attempts and last_error is not null`,
  values: [],
}

/** Currencies of regions without a published rate: where a route depends on the amount, their documents are refused. */
const withoutRate = () =>
  prepared<{ currencies: string[] }>(
    'monitor.rates-missing',
    `select coalesce(array_agg(distinct o.currency order by o.currency), '{}') as currencies
   from organisation o, (select currency from approval_band order by version desc limit 1) b
   where o.type = 'region' and o.currency <> b.currency and not ${rateSource().isKnown}`,
  )
let ratesMissing: ReturnType<typeof withoutRate> | undefined

/** State of the relay, the queue and outgoing messages; the first worker creates the queue's tables. */
export async function systemHealth(tx: Tx): Promise<MonitorSummary['system']> {
  ratesMissing ??= withoutRate()
  const [row, rates] = await Promise.all([tx.first(relayAndPushes()), tx.first(ratesMissing())])
  const queue = (await tx.first(hasQueue()))?.there ? await tx.first<{ count: number }>(givenUp) : undefined
  return {
    outboxRows: row?.rows ?? 0,
    outboxAgeSeconds: Math.max(0, row?.age ?? 0),
    jobsFailed: queue?.count ?? 0,
    deliveriesFailed: row?.deliveries_failed ?? 0,
    registryDifferences: row?.registry_differences ?? 0,
    effectsFailed: row?.effects_failed ?? 0,
    effectsWaiting: row?.effects_waiting ?? 0,
    ratesMissing: rates?.currencies ?? [],
  }
}
