import { auditRows } from '#kernel/platform/audit/audit.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import { currencyRate } from '../records/currency-rate.record.ts'

/** A version of a year's rates that two people published. */
export interface PublishedRates {
  readonly year: number
  readonly version: number
  readonly base: string
  readonly rates: readonly { readonly currency: string; readonly units: string }[]
  readonly publishedBy: number
  readonly at: Date
  readonly requestId: string
}

interface StoredRate {
  readonly id: string
  readonly code: string
  readonly units: string
  readonly version: number
  readonly audit_hash: Buffer | null
}

const holdRates = prepared<StoredRate>(
  'organisation.hold-budget-rates',
  `select r.id::text, r.code, trim_scale(r.units)::text as units, r.version, r.audit_hash from currency_rate r
   where r.code = any ($1::text[]) order by r.id for update`,
)
const newIds = prepared<{ id: string }>(
  'organisation.new-rate-ids',
  `select nextval('document_id')::text as id from generate_series(1, $1::int)`,
)
const writeRates = prepared(
  'organisation.write-budget-rates',
  `insert into currency_rate (id, code, currency_code, base_code, kind, valid_from, units, version, audit_hash, created_at, updated_at, updated_by)
   select n.id, n.code, n.currency, $1, 'budget', $2::date, n.units, n.version, n.hash, $3, $3, $4
   from unnest($5::bigint[], $6::text[], $7::text[], $8::numeric[], $9::int[], $10::bytea[]) n (id, code, currency, units, version, hash)
   on conflict (code) do update set units = excluded.units, version = excluded.version, audit_hash = excluded.audit_hash,
     updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
)

const headquartersZone = prepared<{ timezone: string }>(
  'organisation.headquarters-zone',
  `select timezone from organisation where type = 'headquarters'`,
)

/** A first version is in force from the first day of its year, a later one from the day it was published, by headquarters' clock. */
function firstDay({ year, version, at }: PublishedRates, zone: string): string {
  const first = `${year}-01-01`
  const day = dayIn(zone, at)
  return version === 1 || day < first ? first : day
}

/**
 * Adds a year's budget rates to the list of all rates. A version of the same day replaces the one before it there, as
 * its history shows; the year keeps all versions. The caller holds the year's lock.
 */
export async function publishBudgetRates(tx: Tx, published: PublishedRates): Promise<void> {
  const { base, publishedBy, at, requestId } = published
  const { timezone } = (await tx.first(headquartersZone())) ?? { timezone: 'UTC+00:00' }
  const day = firstDay(published, timezone)
  const rates = published.rates
    .filter(({ currency }) => currency !== base)
    .map(({ currency, units }) => ({ currency, units, code: `${currency}/${base}/budget/${day}` }))
  const held = await tx.rows(holdRates(rates.map(({ code }) => code)))
  const before = new Map(held.map((row) => [row.code, row]))
  const changed = rates.filter(({ code, units }) => !isSame(before.get(code)?.units, units))
  if (changed.length === 0) return
  const ids = await tx.rows(newIds(changed.length))
  const writes = changed.map((rate, index) => {
    const row = before.get(rate.code)
    return { ...rate, row, id: row?.id ?? ids[index]!.id, version: (row?.version ?? 0) + 1 }
  })
  const audit = auditRows(
    writes.map(({ id, code, currency, units, row }) => ({
      documentType: currencyRate.name,
      documentId: id,
      action: row ? 'update' : 'create',
      actorId: publishedBy,
      at,
      fromState: row ? 'enabled' : null,
      toState: 'enabled',
      requestId,
      detail: {
        key: code,
        changes: row ? { units: [row.units, units] } : created({ code, currency, base, day, units }),
      },
      previousHash: row?.audit_hash ?? null,
    })),
  )
  await tx.run(
    writeRates(
      base,
      day,
      at,
      publishedBy,
      writes.map(({ id }) => id),
      writes.map(({ code }) => code),
      writes.map(({ currency }) => currency),
      writes.map(({ units }) => units),
      writes.map(({ version }) => version),
      audit.hashes,
    ),
  )
  await tx.run(audit.statement())
  const kinds = [currencyRate.name]
  await tx.run(
    documentChanged({
      documentType: currencyRate.name,
      documentId: writes[0]!.id,
      action: 'update',
      kinds,
      inboxOf: [],
    }),
  )
}

interface NewRate {
  readonly code: string
  readonly currency: string
  readonly base: string
  readonly day: string
  readonly units: string
}

function created({ code, currency, base, day, units }: NewRate) {
  return {
    code: [null, code],
    currencyCode: [null, currency],
    baseCode: [null, base],
    kind: [null, 'budget'],
    validFrom: [null, day],
    units: [null, units],
  }
}

/** As texts, without trailing zeros. */
function isSame(stored: string | undefined, units: string): boolean {
  const bare = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
  return stored !== undefined && bare(stored) === bare(units)
}
