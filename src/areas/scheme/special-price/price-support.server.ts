import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Beneficiary } from '../beneficiary/scheme-beneficiary.rules.ts'

interface Supported extends Pick<Beneficiary, 'customerCode' | 'channelCode'> {
  readonly skuCode: string | null
  readonly spuCode: string | null
}

const ask = prepared(
  'scheme.ask-price-support',
  'select price_support_ask($1::text[], $2::text[], $3::text[], $4::text[], $5::date, $6::date, $7)',
)

/** Claims the time of each customer's products for a price support; earlier reads are repeated after a concurrent special price. */
export function askPriceSupport(
  lines: readonly Supported[],
  firstDay: string,
  lastDay: string,
  isStackable: boolean,
): Statement {
  return ask(
    lines.map(({ customerCode }) => customerCode),
    lines.map(({ channelCode }) => channelCode),
    lines.map(({ skuCode }) => skuCode),
    lines.map(({ spuCode }) => spuCode),
    firstDay,
    lastDay,
    isStackable,
  )
}
