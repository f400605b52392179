import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import { post } from '#kernel/web/console/client/api.ts'
import type { PageRequest } from '#kernel/web/console/client/paging.ts'
import { amount, amountText, zero } from '#kernel/base/money/money.ts'
import type { WithholdRunTexts } from './withhold-run.en.ts'
import type { WithholdKind } from './withhold-run.ts'

export const runText = await loadPartTexts<WithholdRunTexts>('withholdRun', {
  en: () => import('./withhold-run.en.ts'),
  zh: () => import('./withhold-run.zh.ts'),
})

export interface ProposedFundingLine {
  readonly fundingNo: number
  /** In words: the customer, their store, or the channel. */
  readonly forBeneficiary: string
  readonly productCode: string | null
  readonly budgetCode: string
  readonly kind: WithholdKind
  readonly basisVolume: string | null
  readonly unitAmount: string | null
  readonly ratePercent: string | null
  readonly ladder: string | null
  readonly expected: string | null
  readonly accrued: string
  readonly withholdable: string
  readonly amount: string
  readonly isClosed: boolean
  readonly nothing: string | null
}

export interface ProposedScheme {
  readonly schemeNo: string
  readonly name: string
  readonly schemeType: string
  readonly currency: string
  readonly withholdRate: string
  readonly endsOn: string
  readonly postingDate: string
  readonly accrued: string
  readonly withholdable: string
  readonly amount: string
  readonly warnings: readonly string[]
  readonly parts: readonly ProposedFundingLine[]
}

export interface RunSum {
  readonly currency: string
  readonly schemeCount: number
  readonly partCount: number
  readonly amount: string
}

/** A row of a run's file. */
export interface WithholdRunRow {
  readonly schemeNo: string
  readonly fundingNo: number
  readonly kind: WithholdKind
  readonly currency: string
  readonly amount: string
}

type Filters = Readonly<Record<string, unknown>>
const ROOT = '/aps/scheme/withholdRun'

export const runApi = {
  list: (request: PageRequest, signal: AbortSignal) =>
    post<{ records: readonly ProposedScheme[]; recordTotal: number; capped: boolean }>(`${ROOT}/queryByPage`, request, {
      signal,
      handles: true,
    }),
  sums: (filters: Filters, signal: AbortSignal) =>
    post<readonly RunSum[]>(`${ROOT}/sum`, filters, { signal, handles: true }),
  rows: (filters: Filters) =>
    post<{ records: readonly WithholdRunRow[]; total: number }>(`${ROOT}/rows`, filters, { handles: true }),
}

/** Changed amounts, by scheme and part. */
export type Changes = Readonly<Record<string, WithholdRunRow>>

export const changeKey = (schemeNo: string, fundingNo: number): string => `${schemeNo} ${fundingNo}`

const AMOUNT = /^\d{1,16}(\.\d{1,2})?$/

/** Why an amount cannot be accrued; null where it can. */
export function amountProblem(
  text: string,
  { withholdable }: Pick<ProposedFundingLine, 'withholdable'>,
): 'bad' | 'limit' | null {
  if (!AMOUNT.test(text.trim())) return 'bad'
  return amount(text.trim()).gt(withholdable) ? 'limit' : null
}

const typedAmount = (text: string) => (AMOUNT.test(text.trim()) ? amount(text.trim()) : zero)

/** A scheme's accrual with the changes. */
export function amountOf({ schemeNo, parts }: ProposedScheme, changes: Changes): string {
  return amountText(
    parts.reduce(
      (sum, part) => sum.plus(typedAmount(changes[changeKey(schemeNo, part.fundingNo)]?.amount ?? part.amount)),
      zero,
    ),
  )
}

/** The rows of selected schemes: proposed or changed amounts; zero amounts are omitted. */
export function rowsOf(schemes: readonly ProposedScheme[], changes: Changes): readonly WithholdRunRow[] {
  return schemes.flatMap(({ schemeNo, currency, parts }) =>
    parts
      .filter(({ isClosed }) => !isClosed)
      .map(({ fundingNo, kind, amount: proposed }) => ({
        schemeNo,
        fundingNo,
        kind,
        currency,
        amount: changes[changeKey(schemeNo, fundingNo)]?.amount.trim() ?? proposed,
      }))
      .filter(({ amount: text }) => !typedAmount(text).eq(0) || !AMOUNT.test(text)),
  )
}

/** The same for all matches: changed amounts count, even without a proposal. */
export function withChanges(rows: readonly WithholdRunRow[], changes: Changes): readonly WithholdRunRow[] {
  const schemes = new Set(rows.map(({ schemeNo }) => schemeNo))
  const known = new Set(rows.map(({ schemeNo, fundingNo }) => changeKey(schemeNo, fundingNo)))
  const added = Object.entries(changes).flatMap(([key, row]) =>
    schemes.has(row.schemeNo) && !known.has(key) ? [row] : [],
  )
  return [...rows, ...added]
    .map((row) => ({ ...row, amount: (changes[changeKey(row.schemeNo, row.fundingNo)] ?? row).amount.trim() }))
    .filter(({ amount: text }) => !typedAmount(text).eq(0) || !AMOUNT.test(text))
}

/** Schemes with an invalid changed amount. */
export function badSchemes(rows: readonly WithholdRunRow[]): readonly string[] {
  return [...new Set(rows.flatMap(({ schemeNo, amount: text }) => (AMOUNT.test(text) ? [] : [schemeNo])))]
}

export function sumsOfRows(
  rows: readonly WithholdRunRow[],
): readonly { readonly currency: string; readonly amount: string }[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, of]) => ({
    currency,
    amount: amountText(of.reduce((sum, row) => sum.plus(typedAmount(row.amount)), zero)),
  }))
}

/** The run's file: codes and decimals, which need no quotes. */
export function runFile(titles: readonly string[], rows: readonly WithholdRunRow[], name: string): File {
  const lines = rows.map(({ schemeNo, fundingNo, kind, currency, amount: sum }) =>
    [schemeNo, fundingNo, kind, currency, sum].join(','),
  )
  return new File([`\uFEFF${[titles.join(','), ...lines].join('\r\n')}\r\n`], name, { type: 'text/csv' })
}
