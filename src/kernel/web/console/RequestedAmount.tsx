import { Amount } from '#kernel/web/ui/Amount.tsx'
import { pageText } from './client/i18n.ts'
import './requested-amount.css'

/** Beside an amount that is agreed to, what was asked for: nothing where it is the same. */
export function RequestedAmount({
  value,
  currency,
}: {
  readonly value: string | null
  readonly currency?: string | null
}) {
  if (value === null) return null
  return (
    <small className="requested-amount quiet">
      {pageText('document.askedFor')} <Amount value={value} {...(currency ? { currency } : {})} />
    </small>
  )
}
