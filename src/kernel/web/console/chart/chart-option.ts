import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { ComposeOption } from 'echarts/core'
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components'
import { amount } from '#kernel/base/money/money.ts'
import type { ChartSeries, ChartSpec, ChartTone } from './chart-spec.ts'

export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | TooltipComponentOption
>

/** What the option takes from the page that the picture stands on. */
export interface ChartLook {
  readonly language: string
  readonly fontFamily: string
  /** There is little room, as on a phone. */
  readonly isNarrow: boolean
}

/** Room for the names of lying bars. */
const NAMES_PX = { narrow: 104, wide: 200 } as const

/** Variables, not colours: the browser finds their values, so a switch of the theme or a print needs no new drawing. */
const FILLS: Record<ChartTone, string> = {
  plan: 'var(--chart-plan)',
  full: 'var(--chart-full)',
  middle: 'var(--chart-middle)',
  light: 'var(--chart-light)',
}
const TEXT = 'var(--chart-text)'
const LINE = 'var(--chart-line)'

/** `12.5M`, `1250万`: rounded for the axis; the table and what stands beside the pointer are exact. */
export function shortAmount(value: number, language: string): string {
  return new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}

/** What the library draws of a picture. `explain` answers what stands beside the pointer. */
export function chartOption(
  spec: ChartSpec,
  { language, fontFamily, isNarrow }: ChartLook,
  explain: (at: number) => HTMLElement | string,
): ChartOption {
  const isAcross = spec.direction === 'across'
  const words = { fontFamily, fontSize: 12, color: TEXT }
  const names = {
    type: 'category' as const,
    data: spec.categories.map(({ short, note }) =>
      note === undefined || isAcross ? short : `${short}\n{note|${note}}`,
    ),
    inverse: isAcross,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: LINE } },
    axisLabel: {
      ...words,
      lineHeight: 16,
      // Every month is named, on a phone too.
      ...(isAcross
        ? { width: isNarrow ? NAMES_PX.narrow : NAMES_PX.wide, overflow: 'truncate' as const }
        : { interval: 0 }),
      rich: { note: { ...words, fontSize: 10, lineHeight: 16 } },
    },
  }
  const values = {
    type: 'value' as const,
    splitNumber: 4,
    axisLabel: { ...words, formatter: (value: number) => shortAmount(value, language), hideOverlap: true },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: LINE } },
  }
  return {
    animation: false,
    textStyle: { fontFamily },
    grid: {
      left: 2,
      right: isAcross ? 20 : 6,
      top: 10,
      bottom: 2,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: isAcross ? values : names,
    yAxis: isAcross ? names : values,
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow', shadowStyle: { color: 'var(--chart-pointer)' } },
      className: 'chart-tip',
      confine: true,
      transitionDuration: 0,
      backgroundColor: 'var(--chart-raised)',
      borderColor: LINE,
      borderWidth: 1,
      padding: 0,
      textStyle: { ...words, color: 'inherit' },
      formatter: (params) => explain(Number((Array.isArray(params) ? params[0] : params)?.dataIndex ?? 0)),
    },
    series: spec.series.map((each) => (each.shape === 'line' ? lineOf(each) : barsOf(each, spec))),
  }
}

/** Lengths only: what is written comes from the decimal texts. */
const lengths = ({ values }: ChartSeries): (number | '-')[] =>
  values.map((value) => (value === null ? '-' : Number(amount(value).toFixed(2))))

function barsOf(each: ChartSeries, { series }: ChartSpec): BarSeriesOption {
  const isPlan = each.tone === 'plan'
  const hasPlan = series.some(({ shape, tone }) => shape === 'bar' && tone === 'plan')
  return {
    type: 'bar',
    name: each.name,
    data: lengths(each),
    ...(each.stack === undefined ? {} : { stack: each.stack }),
    // The plan stands behind the bars that are measured against it.
    z: isPlan ? 1 : 2,
    barGap: hasPlan ? '-100%' : '15%',
    barCategoryGap: '40%',
    barMaxWidth: 32,
    itemStyle: {
      color: FILLS[each.tone],
      ...(isPlan ? { borderColor: 'var(--chart-plan-edge)', borderWidth: 1 } : {}),
    },
    emphasis: { disabled: true },
  }
}

function lineOf(each: ChartSeries): LineSeriesOption {
  const isPlan = each.tone === 'plan'
  const color = isPlan ? 'var(--chart-plan-edge)' : FILLS[each.tone]
  return {
    type: 'line',
    name: each.name,
    data: lengths(each),
    symbol: 'circle',
    symbolSize: 8,
    showSymbol: !isPlan,
    showAllSymbol: true,
    lineStyle: { color, width: 2, type: isPlan ? 'dashed' : 'solid' },
    itemStyle: { color },
    ...(isPlan ? {} : { areaStyle: { color: 'var(--chart-area)' } }),
    emphasis: { disabled: true },
  }
}
