import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import { useMemo } from 'react'
import { fixedOptions } from '#kernel/web/console/form/options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { homeDay } from '#kernel/web/ui/time.ts'
import { periodsOf } from './claim-periods.ts'
import { schemeExecute } from './scheme-execute.doc.ts'
import { childForm, type SchemeChecked } from '../shared/scheme-child.form.ts'
import { lineLimits } from '../decision/line-limits.web.ts'
import {
  type SchemeFundingLine,
  useScheme,
  useSchemeCustomers,
  useStores,
} from '../drafts-and-names/scheme-options.web.ts'
import { schemeText } from '../shared/scheme-texts.web.ts'
const freeOf = ({ freeAccrued }: SchemeFundingLine) => freeAccrued
const PAYABLE = ['effective', 'partialExecution', 'terminated'] as const

/** Customers and periods of the scheme, stores of the customer. */
function useMore({ schemeNo = '', areaId = '', customerCode = '' }: Values) {
  const scheme = useScheme(schemeNo)
  const customers = useSchemeCustomers(schemeNo)
  const stores = useStores({ areaId: customerCode ? areaId : '', customerCode })
  return useMemo(() => {
    const periods = scheme ? periodsOf(scheme) : []
    return {
      fields: {
        customerCode: customers,
        claimPeriod: fixedOptions(
          periods.map((value) => ({ value, label: value === 'whole' ? schemeText('page.wholePeriod') : value })),
        ),
      },
      lines: { storeCode: stores },
    }
  }, [scheme, customers, stores])
}
const child = childForm(schemeExecute, {
  states: PAYABLE,
  free: freeOf,
  useMore,
  // Paid out as the scheme says.
  sets: ({ rebateType }) => ({ payoutType: rebateType }),
  start: () => ({ taxMode: 'none', postingDate: homeDay() }),
})

/** The only customer of a scheme, and its only period, are chosen already. */
function useStart(query: URLSearchParams): FormStart | FormStartFailed | null {
  const start = child.useStart(query)
  const schemeNo = start && 'header' in start ? (start.header['schemeNo'] ?? '') : ''
  const customers = useSchemeCustomers(schemeNo)
  const scheme = useScheme(schemeNo)
  if (!start || !('header' in start) || schemeNo === '') return start
  if (customers.onRetry) return { onRetry: customers.onRetry }
  if (customers.isLoading || !scheme) return null
  const [periods, codes] = [periodsOf(scheme), customers.options.map(({ value }) => value)]
  const only = (name: string, values: readonly string[]) => (values.length === 1 ? { [name]: values[0]! } : {})
  return { ...start, header: { ...start.header, ...only('customerCode', codes), ...only('claimPeriod', periods) } }
}

/** Executions on their pages. */
export const form: FormSpec<SchemeChecked> = {
  ...child,
  useStart,
  resets: {
    schemeNo: { fields: ['customerCode', 'claimPeriod'], lines: ['fundingNo', 'storeCode'] },
    customerCode: { lines: ['fundingNo', 'storeCode'] },
  },
  sole: ['customerCode', 'claimPeriod'],
  limits: lineLimits(schemeExecute, 'amount', [
    { of: ['freeAccrued', 'freeCommitted'], label: () => schemeText('page.claimable'), shared: 'fundingNo' },
    { of: ['calculatedAmount'] },
    // Only formulas over all periods deduct what earlier ones were paid.
    { of: ['settledBefore'], isLeftOutAtZero: true },
  ]),
  formFields: () => (schemeExecute.view?.form ?? []).filter((field) => field !== 'payoutType'),
}
