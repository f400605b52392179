import { formatAmount } from '#kernel/base/money/money.ts'

/** An amount as people read it: thousands separators, two decimals, red with a minus when negative, quiet when zero, `/` for nothing. */
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
