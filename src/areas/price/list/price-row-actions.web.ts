import { post } from '#kernel/web/console/client/api.ts'
import type { BulkAction } from '#kernel/web/console/list/document/bulk.ts'
import { priceListText } from '../price-texts.web.ts'
import { MOST_CHOSEN } from '../shared/chosen.ts'
import type { PriceRow } from './price-row.list.ts'

// What may be done with chosen prices of the list; each asks in a dialog before it acts.

type Act = BulkAction<PriceRow>['act']

const most = () => ({ rows: MOST_CHOSEN, text: priceListText('bulk.most', { count: MOST_CHOSEN }) })

function whyNot({ state }: Pick<PriceRow, 'state'>): string | null {
  if (state === 'inactivated') return priceListText('bulk.ended')
  return state === 'expired' ? priceListText('bulk.over') : null
}

/** Chosen prices, or all that match, become drafts of price reviews. */
export const changeAction = (act: Act): BulkAction<PriceRow> => ({
  key: 'change',
  label: priceListText('bulk.change'),
  most: most(),
  hasDialog: true,
  whyNot,
  assessAll: async (filters, signal) => {
    const counted = await post<{ chosen: number; eligible: number }>(
      '/aps/gs/price/change/check',
      { filters },
      { signal },
    )
    return { ...counted, reasons: [] }
  },
  act,
})

/** Chosen prices go to another classification. */
export const moveAction = (act: Act): BulkAction<PriceRow> => ({
  key: 'move',
  label: priceListText('bulk.move'),
  most: most(),
  hasDialog: true,
  assessAll: async (filters, signal) => {
    const { recordTotal } = await post<{ recordTotal: number }>('/aps/gs/price/count', filters, { signal })
    return { chosen: recordTotal, eligible: recordTotal, reasons: [] }
  },
  whyNot: (row) => whyNot(row) ?? (row.customerCode === null ? null : priceListText('bulk.ofCustomer')),
  act,
})
