import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Beneficiary } from '../beneficiary/scheme-beneficiary.rules.ts'

/** Of a special price `p`: units are sold at it, will be, or were. */
export const SPECIAL_UNITS = `(p.state in ('asked', 'effective') or p.used > 0)`

interface Supported extends Pick<Beneficiary, 'customerCode' | 'channelCode'> {
  readonly skuCode: string | null
  readonly spuCode: string | null
}

const ask = prepared(
  'scheme.ask-price-support',
  'select price_support_ask($1::text[], $2::text[], $3::text[], $4::text[], $5::date, $6::date, $7)',
)

/** Takes the time of each customer's products for a price support; whatever was read before a special price came is read again. */
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
