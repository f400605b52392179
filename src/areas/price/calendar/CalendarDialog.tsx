import { Link } from 'react-router'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import type { PriceRow } from '../list/price-row.list.ts'
import { priceListText } from '../price-texts.web.ts'
import { PriceCalendar } from './PriceCalendar.tsx'

/** The calendar of a row's key, over the list. */
export function CalendarDialog({ row, onClose }: { readonly row: PriceRow; readonly onClose: () => void }) {
  const party = row.classificationName ?? row.customerName ?? row.classificationCode ?? row.customerCode ?? ''
  return (
    <Dialog
      title={priceListText('page.calendarOf', { sku: row.skuCode })}
      closeLabel={pageText('common.close')}
      width={860}
      onClose={onClose}
    >
      <p className="quiet">{[row.skuName, party, row.tradeTermCode, row.currency].join(' · ')}</p>
      <PriceCalendar
        id={row.id}
        device="pc"
        link={(address, children) => (
          <Link to={address} onClick={onClose}>
            {children}
          </Link>
        )}
      />
    </Dialog>
  )
}
