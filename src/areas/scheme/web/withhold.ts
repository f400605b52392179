import { lazy } from 'react'
import { monthOptions, thisMonth, yearOptions } from '#kernel/console/form/options.ts'
import type { Values } from '#kernel/console/sheet/sheet-columns.ts'
import { schemeWithhold } from '../scheme-withhold.doc.ts'
import { childForm } from './scheme-child.form.ts'
import { lineLimits } from './line-limits.ts'
import type { SchemeDocumentWeb } from './scheme-document-web.ts'
import type { SchemeFundingLine } from './scheme-options.ts'
import { schemePage } from './scheme-page.ts'
import { schemeText } from './scheme-texts.ts'
import './withhold-texts.ts'

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
export const document: SchemeDocumentWeb = {
  route: 'withhold',
  form: {
    ...childForm(schemeWithhold, { free: freeCommitted, useMore: monthsOf, start }),
    Advice: lazy(() => import('./WithholdProposal.tsx').then((module) => ({ default: module.WithholdProposal }))),
    limits: lineLimits(schemeWithhold, 'amount', [{ of: ['withholdableAmount'], shared: 'fundingNo' }]),
  },
  page: schemePage(schemeWithhold),
  many: { address: '/scheme/withhold/run', label: () => schemeText('page.monthEndRun') },
}
