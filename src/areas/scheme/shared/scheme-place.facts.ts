import { prepared } from '#kernel/platform/db/statement.ts'
import type { ActionOf } from '#kernel/engine/definition/definition.ts'
import { ofOrganisation } from '#kernel/engine/document/fact-sight.ts'
import type { AnyDocument, FactSpec } from '#kernel/engine/document/server-document.ts'
import type { PlaceFact } from './scheme-place.rules.ts'

interface PlaceRow extends Omit<PlaceFact, 'isPeriodClosed'> {
  readonly period: string | null
}

const place = prepared<PlaceRow>(
  'scheme.place',
  `select a.organisation_id as "scopeId", a.idc_code as "idcCode", m.state as period,
     (($2::timestamptz at time zone 'UTC') + substr(o.timezone, 4)::interval)::date::text as today
   from area a join organisation o on o.id = a.organisation_id
   left join budget_period m on m.area_id = a.id and m.year = extract(year from $3::date) and m.month = extract(month from $3::date)
   where a.id = $1`,
)

/** The area of a content. Its posting day is in `postingDate`, where there is one. */
export function placeFact<D extends AnyDocument>(): FactSpec<D, PlaceFact | null, never> {
  const actions: readonly string[] = ['save', 'submit']
  return {
    actions: actions as readonly ActionOf<D>[],
    sight: ofOrganisation,
    statement({ content, now }) {
      // Safe cast: all document types share these header fields.
      const header = (
        content as { readonly header: { readonly areaId?: number; readonly postingDate?: string } } | null
      )?.header
      return place(header?.areaId ?? null, now, header?.postingDate || null)
    },
    read([row]: PlaceRow[]) {
      if (!row) return null
      const { period, ...rest } = row
      return { ...rest, isPeriodClosed: period === 'closed' }
    },
  }
}
