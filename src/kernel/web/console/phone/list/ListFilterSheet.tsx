import type { PhoneReadList } from '#kernel/engine/read-list/read-list.ts'
import { cardText } from '../../list/cards/card-texts.ts'
import { ordersOf } from '../../list/cards/card-orders.ts'
import { listFilters } from '../../list/read-list/list-filters.ts'
import { listText } from '../../list/read-list/read-list-api.ts'
import { ORDER } from './list-address.ts'
import { PhoneFilterSheet } from './PhoneFilterSheet.tsx'

type Given = Readonly<Record<string, string>>

interface ListFilterSheetProps {
  readonly list: PhoneReadList<never>
  readonly given: Given
  readonly order: string
  readonly onApply: (given: Given, order: string) => void
  readonly onClose: () => void
}

/** The filters and the orders of a list, from its declaration. */
export function ListFilterSheet({ list, given, order, onApply, onClose }: ListFilterSheetProps) {
  const columns = list.columns.map(({ key, title, isSorted }) => ({
    title: listText(title),
    sort: isSorted === true ? key : isSorted,
  }))
  // What the list is asked about is no filter of its own.
  const asked = Object.fromEntries(
    list.filters.flatMap(({ name, isOfCalls }) => (isOfCalls && given[name] ? [[name, given[name]]] : [])),
  )
  return (
    <PhoneFilterSheet
      specs={listFilters(list, { beginning: cardText('beginning') })}
      order={{ name: ORDER, label: cardText('order'), options: ordersOf(columns), none: cardText('ordered') }}
      filters={{ ...given, [ORDER]: order }}
      apply={cardText('show')}
      onApply={({ [ORDER]: by = '', ...filters }) => onApply(filters, by)}
      onReset={() => onApply({ ...asked, ...list.start }, '')}
      onClose={onClose}
    />
  )
}
