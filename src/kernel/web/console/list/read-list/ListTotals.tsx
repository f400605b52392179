import { useQuery } from '@tanstack/react-query'
import { type ReadList, summedColumns } from '#kernel/engine/read-list/read-list.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { pageText } from '../../client/i18n.ts'
import { queryKeys } from '../../client/query-keys.ts'
import { GroupTotal } from '../totals/GroupTotal.tsx'
import { listApi, type ListParams, listText } from './read-list-api.ts'

interface ListTotalsProps<Row> {
  readonly list: ReadList<Row>
  readonly params: ListParams | undefined
  readonly filters: Readonly<Record<string, unknown>>
}

/** The totals of the listed rows: one line for each currency, and each year where the list says so; only the reporting currency adds them up, and says at which rates. */
export function ListTotals<Row>({ list, params, filters }: ListTotalsProps<Row>) {
  const { data } = useQuery({
    queryKey: queryKeys.sum(list.kind ?? list.name, [list.name, params, filters]),
    queryFn: ({ signal }) => listApi(list, params).sums(filters, { signal, handles: true }),
  })
  if (!data || data.length === 0) return null
  const { by = [], count } = list.sums ?? {}
  return (
    <div className="totals" role="group" tabIndex={0} aria-label={pageText('list.totals')}>
      {/* Rows of several years would need the rates of each. */}
      {by.length === 1 && by[0] === 'currency' ? (
        <GroupTotal
          filters={filters}
          totals={data.map((sum) => ({ ...sum, currency: String(sum['currency']) }))}
          amounts={summedColumns(list).map(({ key, title }) => ({ name: key, label: listText(title) }))}
        />
      ) : null}
      {data.map((sum) => {
        const head = by.map((key) => sum[key]).join(' ')
        return (
          <div key={head} className="totals-row">
            <strong>{head}</strong>
            {/* Of a single record it is what the pages below count. */}
            {count && data.length > 1 ? (
              <span className="quiet">{listText(count.text, { count: sum[count.field] ?? 0 })}</span>
            ) : null}
            {summedColumns(list).map(({ key, title }) => (
              <dl key={key}>
                <dt>{listText(title)}</dt>
                <dd>
                  <Amount value={String(sum[key])} />
                </dd>
              </dl>
            ))}
          </div>
        )
      })}
    </div>
  )
}
