import type { FormSpec } from '#kernel/web/console/form/form-spec.ts'
import { useMemo } from 'react'
import { post } from '#kernel/web/console/client/api.ts'
import { useOptions } from '#kernel/web/console/client/use-options.ts'
import type { Option } from '#kernel/web/console/form/options.ts'
import { useFound } from '#kernel/web/console/form/use-found.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { amount, amountText, formatAmount } from '#kernel/base/money/money.ts'
import { homeDay } from '#kernel/web/ui/time.ts'
import { schemeClawback } from './scheme-clawback.doc.ts'
import { SCHEME_STATES, type SchemeState } from '../shared/scheme-types.ts'
import { childForm, type SchemeChecked } from '../shared/scheme-child.form.ts'
import { lineLimits } from '../decision/line-limits.web.ts'
import { type SchemeFundingLine, useSchemeCustomers } from '../drafts-and-names/scheme-options.web.ts'
import { schemePage } from '../shared/scheme-page.web.ts'
import type { SettlementRow } from '../settlement/settlement.web.ts'
const freeExecuted = ({ freeExecuted: free }: SchemeFundingLine) => free
/** A clawback is possible in every state of the scheme. */
const ALL = Object.keys(SCHEME_STATES) as SchemeState[]

/** The newest; older ones are searched. */
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

/** Customers of the scheme, and their settled lines. */
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
/** Clawbacks on their pages. */
export const form: FormSpec<SchemeChecked> = {
  ...childForm(schemeClawback, {
    states: ALL,
    free: freeExecuted,
    useMore,
    start: () => ({ recovery: 'rebate', postingDate: homeDay() }),
  }),
  limits: lineLimits(schemeClawback, 'amount', [{ of: ['executedNet'], shared: 'settledLine' }]),
  asksTitle: true,
}

export const page = schemePage(schemeClawback)
