import { formatAmount } from '#kernel/base/money/money.ts'

/** A formatted amount: thousands separators, two decimals, red with a minus when negative, muted when zero, `/` for none. */
export function Amount({
  value,
  currency,
}: {
  readonly value: string | null | undefined
  readonly currency?: string | null
}) {
  const look = !value ? '' : /^-?0(\.0*)?$/.test(value) ? 'amount-zero' : value.startsWith('-') ? 'amount-negative' : ''
  return (
    <span className={`amount ${look}`}>
      {formatAmount(value)}
      {currency && value ? <span className="amount-currency">{currency}</span> : null}
    </span>
  )
}
