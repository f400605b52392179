import { useQuery } from '@tanstack/react-query'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { summedFields } from '#kernel/engine/document/list/summed-fields.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { post } from '../../client/api.ts'
import { documentTexts } from '../../client/document-texts.ts'
import { pageText } from '../../client/i18n.ts'
import { GroupTotal } from '../totals/GroupTotal.tsx'
import { queryKeys } from '../../client/query-keys.ts'

type Sum = Readonly<Record<string, string | number>>

interface DocumentSumsProps {
  readonly definition: AnyDefinition
  readonly filters: Readonly<Record<string, unknown>>
}

/** Sums of the listed documents, one line per currency; only the reporting currency adds them up, and says at which rates. */
export function DocumentSums({ definition, filters }: DocumentSumsProps) {
  const { data } = useQuery({
    queryKey: queryKeys.sum(definition.name, [filters]),
    queryFn: ({ signal }) => post<readonly Sum[]>(`${definition.api}/sum`, filters, { signal, handles: true }),
  })
  if (!data || data.length === 0) return null
  const texts = documentTexts(definition)
  return (
    <div className="totals" role="group" tabIndex={0} aria-label={pageText('list.totals')}>
      <GroupTotal
        filters={filters}
        totals={data.map((sum) => ({ ...sum, currency: String(sum['currency']) }))}
        amounts={summedFields(definition).map((name) => ({ name, label: texts.field(name) }))}
      />
      {data.map((sum) => (
        <div key={sum['currency']} className="totals-row">
          <strong>{sum['currency']}</strong>
          {/* A single currency's count equals the one of the pages below. */}
          {data.length > 1 ? (
            <span className="quiet">{pageText('list.rows', { count: Number(sum['documentCount']) })}</span>
          ) : null}
          {summedFields(definition).map((name) => (
            <dl key={name}>
              <dt>{texts.field(name)}</dt>
              <dd>
                <Amount value={String(sum[name])} />
              </dd>
            </dl>
          ))}
        </div>
      ))}
    </div>
  )
}
