import { useMemo } from 'react'
import { useAreas } from '#areas/budget/budget.web.facade.ts'
import { ReadListPage } from '#kernel/web/console/list/read-list/ReadListPage.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import '../price-texts.web.ts'
import { type PriceRow, priceRows } from './price-row.list.ts'

const labelOf = ({ skuCode, effectiveFrom }: PriceRow): string => `${skuCode} ${effectiveFrom}`

/** The prices of the list, without the columns that the reader has no right to. */
export default function PriceRowsPage() {
  const areas = useAreas()
  const may = useButtons('price_row')
  const hidden = priceRows.columns
    .flatMap(({ right, key }) => (right === undefined || may?.(right) ? [] : [key]))
    .join(' ')
  const list = useMemo(
    () => ({ ...priceRows, columns: priceRows.columns.filter(({ key }) => !hidden.split(' ').includes(key)) }),
    [hidden],
  )
  const options = useMemo(() => ({ areaId: { options: areas.options } }), [areas.options])
  return <ReadListPage list={list} options={options} rowLabel={labelOf} />
}
