import type { FormSpec } from '#kernel/web/console/form/form-spec.ts'
import { lazy } from 'react'
import { monthOptions, thisMonth, yearOptions } from '#kernel/web/console/form/options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { schemeWithhold } from './scheme-withhold.doc.ts'
import { childForm, type SchemeChecked } from '../shared/scheme-child.form.ts'
import { lineLimits } from '../decision/line-limits.web.ts'
import type { SchemeFundingLine } from '../drafts-and-names/scheme-options.web.ts'
import { schemePage } from '../shared/scheme-page.web.ts'
import { schemeText } from '../shared/scheme-texts.web.ts'
import './withhold-texts.web.ts'

const freeCommitted = ({ freeCommitted: free }: SchemeFundingLine) => free

const monthsOf = ({ year = '' }: Values) => ({ fields: { year: yearOptions(year), month: monthOptions() } })

/** The last day of a month, `2026-11-30`. */
function monthEnd(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

function start(): Values {
  const { year, month } = thisMonth()
  return { kind: 'regular', year: String(year), month: String(month), postingDate: monthEnd(year, month) }
}
/** Withholds on their pages. */
export const form: FormSpec<SchemeChecked> = {
  ...childForm(schemeWithhold, { free: freeCommitted, useMore: monthsOf, start }),
  Advice: lazy(() =>
    import('../withhold-run/WithholdProposal.tsx').then((module) => ({ default: module.WithholdProposal })),
  ),
  limits: lineLimits(schemeWithhold, 'amount', [{ of: ['withholdableAmount'], shared: 'fundingNo' }]),
}

export const page = schemePage(schemeWithhold)

export const many = { address: '/scheme/withhold/run', label: () => schemeText('page.monthEndRun') }
