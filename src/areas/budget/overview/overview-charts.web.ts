import { amount } from '#kernel/base/money/money.ts'
import type { ChartSpec } from '#kernel/web/console/chart/chart-spec.ts'
import { inBase, type ReportingRates } from '#kernel/base/money/reporting.ts'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import { linesAddress } from '../explain/posting-addresses.web.ts'
import { periodText } from '../period/period.web.ts'
import type { AreaUse } from '../shared/budget-api.web.ts'
import { insightText } from './insight-text.web.ts'
import type { Overview } from './overview-api.web.ts'
import { shareText, USE_PARTS, usedOf } from './overview-figures.web.ts'

/** Address of the lines of a mark. */
export type ListOf = (filters: Readonly<Record<string, string>>) => string

const TONES = { executed: 'full', accrued: 'middle', committed: 'light' } as const

/** A bar for each budget month: its plan, and before it the executed, accrued and committed parts. */
export function monthsChart({ months, year, currency }: Overview, listOf: ListOf): ChartSpec {
  return {
    title: insightText('overview.use'),
    axis: pageLabel('period'),
    currency,
    noteTitle: insightText('overview.utilisation'),
    categories: months.map((use) => {
      const plan = amount(use.current)
      return {
        key: String(use.month),
        short: String(use.month),
        name: periodText(year, use.month),
        href: listOf({ month: String(use.month) }),
        note: plan.gt(0) ? shareText(usedOf(use), plan) : '',
      }
    }),
    series: [
      { name: insightText('overview.plan'), shape: 'bar', tone: 'plan', values: months.map(({ current }) => current) },
      ...USE_PARTS.map((part) => ({
        name: pageLabel(`buckets.${part}`),
        shape: 'bar' as const,
        tone: TONES[part],
        stack: 'used',
        values: months.map((use) => use[part]),
      })),
    ],
  }
}

/** Planned and used amounts, cumulated by month. */
export function courseChart({ course, year, currency }: Overview, listOf: ListOf): ChartSpec {
  return {
    title: insightText('overview.course'),
    axis: insightText('overview.until'),
    currency,
    categories: course.map(({ month, used }) => ({
      key: String(month),
      short: String(month),
      name: periodText(year, month),
      // The used amount covers every budget of the year, not only this month's.
      href: listOf(used === null ? {} : { asOf: lastDay(year, month) }),
    })),
    series: [
      { name: insightText('overview.plan'), shape: 'line', tone: 'plan', values: course.map(({ plan }) => plan) },
      { name: insightText('overview.used'), shape: 'line', tone: 'full', values: course.map(({ used }) => used) },
    ],
  }
}

function lastDay(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** The budgets of all areas beside each other, in the reporting currency; those without a rate are left out. */
export function groupChart(areas: readonly AreaUse[], year: number, rates: ReportingRates): ChartSpec {
  const rows = areas.flatMap(({ idcCode, areaName, sums }) =>
    sums.flatMap((sum) => (inBase('0', sum.currency, rates) === null ? [] : [{ idcCode, areaName, sum }])),
  )
  const converted = (name: 'current' | (typeof USE_PARTS)[number]) =>
    rows.map(({ sum }) => inBase(sum[name], sum.currency, rates))
  return {
    title: insightText('group.chart', { base: rates.base }),
    axis: insightText('overview.area'),
    currency: rates.base,
    direction: 'across',
    noteTitle: insightText('overview.utilisation'),
    categories: rows.map(({ idcCode, areaName, sum }) => ({
      key: `${idcCode} ${sum.currency}`,
      short: `${areaName} ${sum.currency}`,
      name: `${areaName} ${sum.currency}`,
      href: linesAddress({ idcCode, year: String(year), currency: sum.currency }),
      note: shareText(usedOf(sum), amount(sum.current)),
    })),
    series: [
      { name: pageLabel('buckets.current'), shape: 'bar', tone: 'plan', values: converted('current') },
      ...USE_PARTS.map((part) => ({
        name: pageLabel(`buckets.${part}`),
        shape: 'bar' as const,
        tone: TONES[part],
        stack: 'used',
        values: converted(part),
      })),
    ],
  }
}
