import type { FormSpec } from '#kernel/web/console/form/form-spec.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { homeDay } from '#kernel/web/ui/time.ts'
import { schemeReversal } from './scheme-reversal.doc.ts'
import { isRunning } from '../shared/scheme-types.ts'
import { childForm, type SchemeChecked } from '../shared/scheme-child.form.ts'
import { lineLimits, serverTotal } from '../decision/line-limits.web.ts'
import { type SchemeFundingLine, useWithholdsOf } from '../drafts-and-names/scheme-options.web.ts'
import { schemePage } from '../shared/scheme-page.web.ts'
const freeAccrued = ({ freeAccrued: free }: SchemeFundingLine) => free

/** Approved accruals of the scheme. */
function useWithholds({ schemeNo = '' }: Values) {
  return { fields: { withholdNo: useWithholdsOf(schemeNo) } }
}

const start = (query: URLSearchParams): Values => ({
  withholdNo: query.get('withholdNo') ?? '',
  scope: 'part',
  postingDate: homeDay(),
})
/** Reversals on their pages. */
export const form: FormSpec<SchemeChecked> = {
  ...childForm(schemeReversal, {
    states: ['effective', 'partialExecution', 'fullExecution', 'terminated', 'expired'],
    free: freeAccrued,
    useMore: useWithholds,
    // Back to the commitment while the scheme runs, to the budget afterwards.
    sets: ({ state }) => ({ mode: isRunning(state) ? 'reopen' : 'release' }),
    start,
  }),
  limits: lineLimits(schemeReversal, 'amount', [{ of: ['openAmount'], shared: 'fundingNo' }]),
  total: serverTotal,
  resets: { schemeNo: { fields: ['withholdNo'], lines: ['fundingNo'] } },
  // A full reversal needs no lines.
  lineColumns: ({ scope }) =>
    scope === 'full' ? [] : ['fundingNo', 'amount', 'accruedAmount', 'openAmount', 'remark'],
}

export const page = schemePage(schemeReversal)
