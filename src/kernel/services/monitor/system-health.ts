import { rateSource } from '#kernel/engine/approval/rate-source.ts'
import { isCompanyWide } from '#kernel/platform/access/company-wide.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { COUNTED_DAYS } from './failure-lists.ts'
import { differenceCount, givenUpCount, queueExists, undeliveredCount } from './given-up.queries.ts'
import type { MonitorSummary } from './monitor-schemas.ts'

const relayAndPushes = prepared<{
  rows: number
  age: number
  effects_failed: number
  effects_waiting: number
}>(
  'monitor.relay-and-pushes',
  `select (select count(*) from outbox)::int as rows,
     coalesce((select extract(epoch from now() - min(at)) from outbox), 0)::int as age,
     (select count(*) from document_effect where state = 'failedPushed')::int as effects_failed,
     (select count(*) from document_effect where state in ('pendingPushed', 'pushing'))::int as effects_waiting`,
)

/** Currencies of regions without a published rate: where a route depends on the amount, their documents are refused. */
const withoutRate = () =>
  prepared<{ currencies: string[] }>(
    'monitor.rates-missing',
    `select coalesce(array_agg(distinct o.currency order by o.currency), '{}') as currencies
   from organisation o, (select currency from approval_band order by version desc limit 1) b
   where o.type = 'region' and o.currency <> b.currency and not ${rateSource().isKnown}`,
  )
let ratesMissing: ReturnType<typeof withoutRate> | undefined

/**
 * State of the relay, the queue and outgoing messages. What the machinery gave up or mended is counted for people who may list it: those who oversee
 * the whole company.
 */
export async function systemHealth(
  tx: Tx,
  reader: Pick<Principal, 'scope' | 'limits'>,
): Promise<MonitorSummary['system']> {
  ratesMissing ??= withoutRate()
  const [row, rates] = await Promise.all([tx.first(relayAndPushes()), tx.first(ratesMissing())])
  const isAll = isCompanyWide(reader)
  const jobs = isAll && (await queueExists(tx)) ? await tx.first(givenUpCount()) : undefined
  const notices = isAll ? await tx.first(undeliveredCount({ days: COUNTED_DAYS })) : undefined
  const differences = isAll ? await tx.first(differenceCount({ night: 'last' })) : undefined
  return {
    outboxRows: row?.rows ?? 0,
    outboxAgeSeconds: Math.max(0, row?.age ?? 0),
    jobsFailed: jobs?.total ?? 0,
    deliveriesFailed: notices?.total ?? 0,
    registryDifferences: differences?.total ?? 0,
    effectsFailed: row?.effects_failed ?? 0,
    effectsWaiting: row?.effects_waiting ?? 0,
    ratesMissing: rates?.currencies ?? [],
  }
}
