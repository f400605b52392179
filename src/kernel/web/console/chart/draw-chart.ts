import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { formatAmount } from '#kernel/base/money/money.ts'
import { runningLanguage } from '../client/i18n.ts'
import { chartOption } from './chart-option.ts'
import type { ChartSpec } from './chart-spec.ts'

// The one module that imports the library: it is fetched where a picture stands, and by nothing else.

register([BarChart, LineChart, GridComponent, TooltipComponent, SVGRenderer])

/** A board that is less wide has room for short names only. */
const NARROW_PX = 480

export interface DrawnChart {
  readonly show: (spec: ChartSpec) => void
  readonly dispose: () => void
}

/** The keys that a person held with the click, so that a mark opens a new tab as its link does. */
export type PickKeys = Pick<MouseEventInit, 'ctrlKey' | 'metaKey' | 'shiftKey'>

export type DrawChart = typeof drawChart

/** Draws into `board` and follows its size. `onPick` is called with the number of the category that was clicked. */
export function drawChart(
  board: HTMLElement,
  first: ChartSpec,
  onPick: (at: number, keys: PickKeys) => void,
): DrawnChart {
  const chart = init(board, null, { renderer: 'svg', width: board.clientWidth, height: board.clientHeight })
  let spec = first
  const draw = (): void => {
    const { fontFamily } = getComputedStyle(board)
    const look = { language: runningLanguage(), fontFamily, isNarrow: board.clientWidth < NARROW_PX }
    chart.setOption(
      chartOption(spec, look, (at) => explained(spec, at)),
      { notMerge: true },
    )
  }
  /** The whole width of a category counts, because a small amount has a mark that nobody hits. */
  const categoryAt = (x: number, y: number): number | null => {
    const found = chart.convertFromPixel({ gridIndex: 0 }, [x, y])
    const at = Math.round(found[spec.direction === 'across' ? 1 : 0] ?? -1)
    return spec.categories[at]?.href ? at : null
  }
  const pointer = chart.getZr()
  pointer.on('mousemove', ({ offsetX, offsetY }) =>
    pointer.setCursorStyle(categoryAt(offsetX, offsetY) === null ? 'default' : 'pointer'),
  )
  pointer.on('click', ({ offsetX, offsetY, event }) => {
    const at = categoryAt(offsetX, offsetY)
    const { ctrlKey, metaKey, shiftKey } = event as unknown as MouseEvent
    if (at !== null) onPick(at, { ctrlKey, metaKey, shiftKey })
  })
  chart.on('rendered', () => fitPaper(board, chart.getWidth(), chart.getHeight()))
  const resize = (width: number, height: number): void => {
    chart.resize({ width, height })
    draw()
  }
  const size = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = board
    // A tab in the background has no size.
    if (width > 0 && height > 0 && (width !== chart.getWidth() || height !== chart.getHeight())) resize(width, height)
  })
  size.observe(board)
  draw()
  return {
    show(next) {
      spec = next
      draw()
    },
    dispose() {
      size.disconnect()
      chart.dispose()
    },
  }
}

/** With its size as a view box the drawing scales to the width of the paper, which is known to the style sheet only. */
function fitPaper(board: HTMLElement, width: number, height: number): void {
  const svg = board.querySelector('svg')
  svg?.setAttribute('viewBox', `0 0 ${width} ${height}`)
  svg?.setAttribute('aria-hidden', 'true')
}

/** Names come from records: they are text, never markup. */
function explained({ categories, series, currency }: ChartSpec, at: number): HTMLElement {
  const tip = document.createElement('div')
  const add = (parent: HTMLElement, tag: string, text: string): void => {
    parent.append(Object.assign(document.createElement(tag), { textContent: text }))
  }
  const { name = '', note } = categories[at] ?? {}
  add(tip, 'strong', [name, note].filter(Boolean).join(' · '))
  const list = document.createElement('dl')
  for (const each of series) {
    const value = each.values[at]
    add(list, 'dt', each.name)
    add(list, 'dd', value === null || value === undefined ? '/' : `${formatAmount(value)} ${currency}`)
  }
  tip.append(list)
  return tip
}
