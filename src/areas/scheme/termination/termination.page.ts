import type { FormSpec } from '#kernel/web/console/form/form-spec.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { homeDay } from '#kernel/web/ui/time.ts'
import { schemeTermination } from './scheme-termination.doc.ts'
import { childForm, type SchemeChecked } from '../shared/scheme-child.form.ts'
import { lineLimits, serverTotal } from '../decision/line-limits.web.ts'
import type { SchemeFundingLine } from '../drafts-and-names/scheme-options.web.ts'
import { schemePage } from '../shared/scheme-page.web.ts'
import { schemeText } from '../shared/scheme-texts.web.ts'
const freeAccrued = ({ freeAccrued: free }: SchemeFundingLine) => free

const start = (): Values => ({ terminationDate: homeDay(), postingDate: homeDay(), disposition: 'releaseAll' })
/** Terminations on their pages. */
export const form: FormSpec<SchemeChecked> = {
  ...childForm(schemeTermination, { free: freeAccrued, start }),
  limits: lineLimits(schemeTermination, 'keepAmount', [
    { of: ['freeAccrued'], label: () => schemeText('page.freeAccrued'), shared: 'fundingNo' },
  ]),
  total: serverTotal,
  // All open money is released by default; a line lists what to keep.
  lineColumns: ({ disposition }) =>
    disposition === 'keepEarned' ? ['fundingNo', 'openCommitted', 'openAccrued', 'keepAmount', 'amount', 'remark'] : [],
}

export const page = schemePage(schemeTermination)
