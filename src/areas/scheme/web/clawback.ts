import { useMemo } from 'react'
import { post } from '#kernel/console/client/api.ts'
import { loadDocumentTexts } from '#kernel/console/client/i18n.ts'
import { useOptions } from '#kernel/console/client/use-options.ts'
import type { Option } from '#kernel/console/form/options.ts'
import { useFound } from '#kernel/console/form/use-found.ts'
import type { Values } from '#kernel/console/sheet/sheet-columns.ts'
import { amount, amountText, formatAmount } from '#kernel/money/money.ts'
import { homeDay } from '#kernel/ui/time.ts'
import { schemeClawback } from '../scheme-clawback.doc.ts'
import { SCHEME_STATES, type SchemeState } from '../scheme-types.ts'
import { childForm } from './scheme-child.form.ts'
import { lineLimits } from './line-limits.ts'
import type { SchemeDocumentWeb } from './scheme-document-web.ts'
import { type SchemeFundingLine, useSchemeCustomers } from './scheme-options.ts'
import { schemePage } from './scheme-page.ts'
import type { SettlementRow } from './settlement.ts'

await loadDocumentTexts('scheme', {
  en: async () => ({
    schemeClawback: (await import('../locale/clawback.en.ts')).schemeClawback,
  }),
  zh: async () => ({
    schemeClawback: (await import('../locale/clawback.zh.ts')).schemeClawback,
  }),
})

const freeExecuted = ({ freeExecuted: free }: SchemeFundingLine) => free
/** What was paid is taken back whatever became of the scheme. */
const ALL = Object.keys(SCHEME_STATES) as SchemeState[]

/** The newest; older ones are found by what is typed. */
const SETTLED = 1000

function settledOption(row: SettlementRow): Option {
  const { no, lineNo, period, customerCode, customerName, amount: paid, recovered, currency } = row
  return {
    value: `${no}/${lineNo}`,
    label: `${no}/${lineNo} · ${customerName} · ${period}`,
    detail: `${formatAmount(amountText(amount(paid).minus(recovered)))} ${currency}`,
    search: customerCode,
  }
}

/** Customers of the scheme, and the lines that were settled for them. */
function useMore({ schemeNo = '', customerCode = '' }: Values) {
  const customers = useSchemeCustomers(schemeNo, 'paid')
  const key = ['schemeSettlement', schemeNo, customerCode] as const
  const read = async (filters: object) => {
    const of = { schemeNo, ...(customerCode === '' ? {} : { customerCode }), limit: SETTLED, ...filters }
    const path = '/aps/scheme/settlement/list'
    return (await post<{ readonly records: readonly SettlementRow[] }>(path, of, { handles: true })).records
  }
  const newest = useOptions(key, schemeNo === '' ? null : () => read({}), settledOption)
  const settled = useFound(newest, {
    key,
    most: SETTLED,
    search: (keyword) => read({ keyword }),
    toOption: settledOption,
  })
  return useMemo(() => ({ fields: { customerCode: customers }, lines: { settledLine: settled } }), [customers, settled])
}

/** Negative redemptions on their pages. */
export const document: SchemeDocumentWeb = {
  route: 'negativeRedemption',
  form: {
    ...childForm(schemeClawback, {
      states: ALL,
      free: freeExecuted,
      useMore,
      start: () => ({ recovery: 'rebate', postingDate: homeDay() }),
    }),
    limits: lineLimits(schemeClawback, 'amount', [{ of: ['executedNet'], shared: 'settledLine' }]),
    asksTitle: true,
  },
  page: schemePage(schemeClawback),
}
