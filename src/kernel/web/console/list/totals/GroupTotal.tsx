import { lazy, Suspense } from 'react'
import { homeYear } from '#kernel/web/ui/time.ts'
import type { ReportingTotalProps } from './ReportingTotal.tsx'

const ReportingTotal = lazy(() => import('./ReportingTotal.tsx').then((module) => ({ default: module.ReportingTotal })))

interface GroupTotalProps extends Pick<ReportingTotalProps, 'totals' | 'amounts'> {
  /** Of the list: its year's rates count, without one those of this year. */
  readonly filters: Readonly<Record<string, unknown>>
}

/** The total in the reporting currency, where a list has several currencies. */
export function GroupTotal({ filters, totals, amounts }: GroupTotalProps) {
  if (new Set(totals.map(({ currency }) => currency)).size < 2) return null
  return (
    <Suspense fallback={null}>
      <ReportingTotal year={Number(filters['year']) || homeYear()} totals={totals} amounts={amounts} />
    </Suspense>
  )
}
