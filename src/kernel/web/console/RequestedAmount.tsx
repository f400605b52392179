import { Amount } from '#kernel/web/ui/Amount.tsx'
import { pageText } from './client/i18n.ts'
import './requested-amount.css'

/** The amount asked for, beside a lower approved amount; nothing where they are equal. */
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
