import Big from 'big.js'
import { evaluate } from 'feelin'
import { approvalErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import type { Band } from './band.ts'
import { rateSource } from './rate-source.ts'
import type { TemplateStep, Variables } from './approval-route.ts'

export interface AuthorityRow {
  readonly version: number
  readonly currency: string
  readonly bands: readonly Band[]
  readonly rate_year: number | null
  readonly rate_version: number | null
  readonly units: string | null
}

const inForce = () =>
  prepared<AuthorityRow>(
    'approval.authority',
    `select b.version, b.currency, b.bands, r.year as rate_year, r.version as rate_version, r.units::text
   from (select * from approval_band order by version desc limit 1) b
   left join lateral (${rateSource().inYear}) r on true`,
  )
let statement: ReturnType<typeof inForce> | undefined

/** The authority table in force, with the rate of a currency in a year; where that year has none, the last known one. */
export function authorityInForce(currency: string | null, year: number): Statement<AuthorityRow> {
  statement ??= inForce()
  return statement(currency, year)
}

/** The amount that a document asks for, from its header. */
export interface AskedAmount {
  readonly amount: string | null
  readonly currency: string | null
}

/** Variables that cannot be computed without an exchange rate. */
const NAMED = /\b(amountUsd|band|bandNo|levels|levelsBelow|rate)\b/

/**
 * The document's variables with its authority band. The rate used is among them, so it is stored with the instance. A
 * document without an amount is of the first band. Refused where the route depends on the amount and no rate is known.
 */
export function withAuthority(
  variables: Variables,
  asked: AskedAmount,
  authority: AuthorityRow | undefined,
  steps: readonly TemplateStep[],
): Variables {
  if (!authority) return variables
  const converted = convert(asked, authority)
  if (converted === null) {
    const depends = steps.some((step) => step.when !== undefined && NAMED.test(step.when))
    if (!depends) return variables
    throw new Refused(approvalErrors.rateMissing({ currency: asked.currency ?? '', reporting: authority.currency }))
  }
  const index = bandOf(authority.bands, converted.amount, variables)
  const band = authority.bands[index]
  if (!band) throw new Error('a delegation of authority without bands')
  return {
    ...variables,
    // A number is enough here: it is only compared with thresholds.
    amountUsd: Number(converted.amount),
    band: band.code,
    bandNo: index + 1,
    levels: band.levels,
    levelsBelow: band.levels.slice(0, -1),
    bandVersion: authority.version,
    reportingCurrency: authority.currency,
    ...(converted.rate === null ? {} : { rate: converted.rate }),
    ...(converted.year === null ? {} : { rateYear: converted.year }),
  }
}

interface Converted {
  readonly amount: string
  /** Units of the document's currency for one of the table's; null where nothing was converted. */
  readonly rate: string | null
  readonly year: number | null
}

function convert(asked: AskedAmount, authority: AuthorityRow): Converted | null {
  if (asked.amount === null || asked.currency === null) return { amount: '0.00', rate: null, year: null }
  const total = amount(asked.amount)
  if (asked.currency === authority.currency) return { amount: amountText(total), rate: '1', year: null }
  if (authority.units === null) return null
  // Trailing zeros of the column are not significant.
  const rate = new Big(authority.units)
  return {
    amount: amountText(total.div(rate).round(2, Big.roundHalfUp)),
    rate: rate.toString(),
    year: authority.rate_year,
  }
}

/** The first band that fits the amount, or a later one whose own condition holds. */
export function bandOf(bands: readonly Band[], total: string, variables: Variables): number {
  const byAmount = bands.findIndex((band) => band.upTo === null || new Big(total).abs().lte(band.upTo))
  const raised = bands.findLastIndex(
    ({ raisedWhen }) => raisedWhen !== undefined && evaluate(raisedWhen, variables).value === true,
  )
  return Math.max(byAmount === -1 ? bands.length - 1 : byAmount, raised)
}
