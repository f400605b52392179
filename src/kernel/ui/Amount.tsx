import { formatAmount } from '#kernel/money/money.ts'

/** An amount as people read it: thousands separators, two decimals, red with a minus when negative, `/` for nothing. */
export function Amount({
  value,
  currency,
}: {
  readonly value: string | null | undefined
  readonly currency?: string | null
}) {
  const isNegative = value?.startsWith('-') ?? false
  return (
    <span className={isNegative ? 'amount amount-negative' : 'amount'}>
      {formatAmount(value)}
      {currency && value ? <span className="amount-currency">{currency}</span> : null}
    </span>
  )
}
