import { describe, expect, it } from 'vitest'
import { chartOption, shortAmount } from './chart-option.ts'
import { type ChartSpec, isBlank } from './chart-spec.ts'

const look = { language: 'en', fontFamily: 'Arial', isNarrow: false }
const months: ChartSpec = {
  title: 'Use by month',
  axis: 'Period',
  currency: 'INR',
  categories: [
    { key: '1', short: '1', name: '2026-01', href: '/list?month=1', note: '50%' },
    { key: '2', short: '2', name: '2026-02', href: null },
  ],
  series: [
    { name: 'Plan', shape: 'bar', tone: 'plan', values: ['200.00', '300.00'] },
    { name: 'Executed', shape: 'bar', tone: 'full', stack: 'used', values: ['75.25', null] },
    { name: 'Accrued', shape: 'bar', tone: 'middle', stack: 'used', values: ['24.75', '-3.00'] },
  ],
}
const optionOf = (spec: ChartSpec, more: Partial<typeof look> = {}) =>
  chartOption(spec, { ...look, ...more }, (at) => `explained ${at}`)
const seriesOf = (spec: ChartSpec) => optionOf(spec).series as readonly Record<string, unknown>[]

describe('the option of a chart', () => {
  it('the bars of a stack stand before the plan, with the lengths of their decimal texts', () => {
    const [plan, executed, accrued] = seriesOf(months)
    expect(plan).toMatchObject({ type: 'bar', data: [200, 300], z: 1, barGap: '-100%' })
    expect(executed).toMatchObject({ stack: 'used', data: [75.25, '-'], z: 2, barGap: '-100%' })
    expect(accrued).toMatchObject({ stack: 'used', data: [24.75, -3] })
    expect(plan).not.toHaveProperty('stack')
  })

  it('bars without a plan stand beside each other', () => {
    const [executed] = seriesOf({ ...months, series: months.series.slice(1) })
    expect(executed).toMatchObject({ barGap: '15%' })
  })

  it('every colour of a chart is a variable of the theme', () => {
    const lines = months.series.map((each) => ({ ...each, shape: 'line' as const }))
    const text = JSON.stringify([optionOf(months), optionOf({ ...months, series: lines })])
    const colours = [...text.matchAll(/"[a-zA-Z]*[cC]olor":"([^"]*)"/g)].map(([, colour]) => colour)
    expect(colours.length).toBeGreaterThan(10)
    expect(colours.filter((colour) => colour !== 'inherit' && !/^var\(--chart-[a-z-]+\)$/.test(colour ?? ''))).toEqual(
      [],
    )
  })

  it('a chart is not animated', () => expect(optionOf(months).animation).toBe(false))

  it('standing bars have the names below with their notes, and lying ones beside them from the top', () => {
    const up = optionOf(months)
    expect(up.xAxis).toMatchObject({ type: 'category', data: ['1\n{note|50%}', '2'], inverse: false })
    expect(up.yAxis).toMatchObject({ type: 'value' })
    const across = optionOf({ ...months, direction: 'across' })
    expect(across.yAxis).toMatchObject({ type: 'category', data: ['1', '2'], inverse: true })
    expect(across.xAxis).toMatchObject({ type: 'value' })
  })

  it('the names of lying bars have less room on a phone', () => {
    const widthOf = (isNarrow: boolean) =>
      (optionOf({ ...months, direction: 'across' }, { isNarrow }).yAxis as { axisLabel: { width: number } }).axisLabel
        .width
    expect(widthOf(true)).toBeLessThan(widthOf(false))
  })

  it('the plan of a line chart is dashed, and a value that is not known ends the other line', () => {
    const [plan, used] = seriesOf({
      ...months,
      series: [
        { name: 'Plan', shape: 'line', tone: 'plan', values: ['1.00', '2.00'] },
        { name: 'Used', shape: 'line', tone: 'full', values: ['1.00', null] },
      ],
    })
    expect(plan).toMatchObject({ type: 'line', lineStyle: { type: 'dashed' }, showSymbol: false })
    expect(used).toMatchObject({ data: [1, '-'], lineStyle: { type: 'solid' }, showSymbol: true })
  })

  it('the words beside the pointer are those of the category that it is at', () => {
    const { formatter } = optionOf(months).tooltip as { formatter: (params: unknown) => string }
    expect(formatter([{ dataIndex: 1 }, { dataIndex: 1 }])).toBe('explained 1')
  })
})

it('the values of an axis are short, in the language of the page', () => {
  expect(shortAmount(12_500_000, 'en')).toBe('12.5M')
  expect(shortAmount(12_500_000, 'zh')).toBe('1250万')
})

it('a chart of zeros and unknown values alone is blank', () => {
  expect(isBlank(months)).toBe(false)
  expect(isBlank({ ...months, series: [{ ...months.series[0]!, values: ['0.00', null] }] })).toBe(true)
})
