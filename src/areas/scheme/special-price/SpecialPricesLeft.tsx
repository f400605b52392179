import { useQuery } from '@tanstack/react-query'
import { post } from '#kernel/web/console/client/api.ts'
import type { DocumentDetail } from '#kernel/web/console/client/document-api.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { readText } from '#kernel/web/console/document/reading.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { SpecialPricesLeftTexts } from './special-prices-left.en.ts'
import '#kernel/web/console/list/figure-table.css'

const t = await loadPartTexts<SpecialPricesLeftTexts>('specialPricesLeft', {
  en: () => import('./special-prices-left.en.ts'),
  zh: () => import('./special-prices-left.zh.ts'),
})

interface Left {
  readonly lineNo: number
  readonly skuCode: string
  readonly state: 'asked' | 'effective' | 'expired' | 'closed'
  readonly currency: string
  readonly specialPrice: string
  readonly quantityCap: number
  readonly reserved: number
  readonly used: number
  readonly left: number
  readonly committed: string
  readonly validTo: string
}

const COLOURS = { asked: 'blue', effective: 'green', expired: 'orange', closed: 'grey' } as const

const LINES = 10_000

/** The rest of each special price of a form: units that may still be bought, and their budget amount. */
export function SpecialPricesLeft({ detail: { document, names } }: { readonly detail: DocumentDetail }) {
  const no = readText(document['no'])
  const isThere = document.state === 'approved' || document.state === 'closed'
  const { data } = useQuery({
    queryKey: queryKeys.list('schemeSpecialPrice', ['left', no, String(document['version'])]),
    queryFn: () =>
      post<{ readonly records: readonly Left[] }>('/aps/scheme/specialPriceApprovalForm/left', { no, limit: LINES }),
    enabled: isThere,
  })
  if (!isThere || !data) return null
  const caption = t('title')
  return (
    <section className="figure-scroll" tabIndex={0} aria-label={caption}>
      <table className="figure-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {(['product', 'state', 'price', 'cap', 'reserved', 'used', 'left', 'committed'] as const).map(
              (head, at) => (
                <th key={head} scope="col" className={at > 1 ? 'cell-right' : undefined}>
                  {t(head)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {data.records.map((each) => (
            <tr key={each.lineNo}>
              <td>{names['skus']?.[each.skuCode] ?? each.skuCode}</td>
              <td>
                <StateMark colour={COLOURS[each.state]} text={t(`states.${each.state}`)} />
              </td>
              <td className="cell-right">
                <Amount value={each.specialPrice} currency={each.currency} />
              </td>
              <td className="cell-right">{each.quantityCap}</td>
              <td className="cell-right">{each.reserved}</td>
              <td className="cell-right">{each.used}</td>
              <td className="cell-right">{each.left}</td>
              <td className="cell-right">
                <Amount value={each.committed} currency={each.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
