import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { acrossPx, type ChartSpec } from './chart-spec.ts'

/** The link of a width: each has its own router. */
export type ChartLink = ComponentType<{ readonly to: string; readonly children: ReactNode }>

export interface ChartProps {
  readonly spec: ChartSpec
  readonly LinkTo: ChartLink
  /** Said instead where there is nothing to draw. */
  readonly emptyText: string
}

const loadFigure = () => import('./ChartFigure.tsx')
const Figure = lazy(async () => ({ default: (await loadFigure()).ChartFigure }))

/** Fetches what draws beside the data of a page that will show a picture. */
export function preloadChart(): void {
  Promise.all([loadFigure(), import('./draw-chart.ts')]).catch(() => undefined)
}

/** Heights of the board, and of the legend above and the line below it. */
const BOARD_PX = 240
const AROUND_PX = 60

/** A picture of amounts with its numbers as a table: each mark, and its row, leads to the list that adds up to it. */
export function Chart(props: ChartProps) {
  const height = (acrossPx(props.spec) ?? BOARD_PX) + AROUND_PX
  return (
    <Suspense fallback={<div style={{ height }} />}>
      <Figure {...props} />
    </Suspense>
  )
}
