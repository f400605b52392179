import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type AreaOption, useAreas } from '#areas/budget/budget.web.facade.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { SettingEditor } from '#kernel/web/console/setting/SettingEditor.tsx'
import { settingCalls } from '#kernel/web/console/setting/setting-calls.ts'
import type { SettingForm } from '#kernel/web/console/setting/use-setting-editor.ts'
import type { SheetColumn, Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { examplePrices, ROUNDING_DIRECTIONS, type RoundingDirection } from '../shared/price-rounding.rules.ts'
import { PRICE_ROUNDING, ROUNDING_PATH, type RoundingContent } from './rounding-wire.ts'
import { roundingText } from './rounding-texts.web.ts'

const calls = settingCalls<RoundingContent>(ROUNDING_PATH, {
  menu: 'price_rounding',
  edit: 'price.rounding.edit',
  publish: 'price.rounding.publish',
})

/** How prices that are changed in percent are rounded, by area and currency: drafted by one person, published by another. */
export default function RoundingPage() {
  const [reading, setReading] = useState(0)
  const areas = useAreas()
  const form = useMemo(() => roundingForm(areas.options), [areas.options])
  const { data, error, refetch } = useQuery({
    queryKey: ['price', 'rounding', reading],
    queryFn: ({ signal }) => calls.read(PRICE_ROUNDING, { signal, handles: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isReady = data !== undefined && !areas.isLoading
  return (
    <>
      <header className="page-head">
        <h1>{roundingText('title')}</h1>
      </header>
      <p className="quiet">{roundingText('hint')}</p>
      {error ? <ErrorBanner error={error} onRetry={() => void refetch()} /> : null}
      {isReady ? (
        <SettingEditor
          key={reading}
          calls={calls}
          loaded={data}
          form={form}
          linesLabel={roundingText('rules')}
          newRow={() => ({ step: '1', direction: 'nearest' })}
          publishText={roundingText('publishText')}
          onDone={() => setReading(reading + 1)}
        />
      ) : null}
      {isReady || error ? null : <p className="quiet">{pageText('common.loading')}</p>}
    </>
  )
}

const isDirection = (value: string): value is RoundingDirection =>
  (ROUNDING_DIRECTIONS as readonly string[]).includes(value)

function roundingForm(areas: readonly AreaOption[]): SettingForm<RoundingContent> {
  return {
    empty: { rules: [] },
    sheeted: ({ rules }) => ({ head: {}, rows: rules.map((rule) => ({ ...rule })) }),
    contentOf: (_head, rows) => ({
      rules: rows.map(({ areaId = '', currency = '', step = '', ending = '', direction = '' }) => ({
        areaId,
        currency: currency.trim().toUpperCase(),
        step: step.trim(),
        ending: ending.trim(),
        direction: isDirection(direction) ? direction : 'nearest',
      })),
    }),
    columns: () => roundingColumns(areas),
    headTexts: () => [],
    identity: ({ areaId = '', currency = '' }) => `${areaId} ${currency}`,
    name: ({ areaId = '', currency = '' }) => `${areaCalled(areas, areaId)} · ${currency}`,
    isOrdered: false,
    columnOf: (field) => field ?? 'currency',
  }
}

const areaCalled = (areas: readonly AreaOption[], areaId: string): string =>
  areaId === '' ? roundingText('anyArea') : (areas.find(({ value }) => value === areaId)?.label ?? areaId)

function roundingColumns(areas: readonly AreaOption[]): readonly SheetColumn[] {
  const directions = ROUNDING_DIRECTIONS.map((value) => ({ value, label: roundingText(`directions.${value}`) }))
  return [
    {
      kind: 'choice',
      key: 'areaId',
      title: roundingText('area'),
      hint: roundingText('anyAreaHint'),
      width: 220,
      options: () => areas,
    },
    { kind: 'text', key: 'currency', title: roundingText('currency'), width: 110, maxLength: 3, isRequired: true },
    { kind: 'amount', key: 'step', title: roundingText('step'), width: 130, isRequired: true },
    { kind: 'amount', key: 'ending', title: roundingText('ending'), width: 130 },
    {
      kind: 'choice',
      key: 'direction',
      title: roundingText('direction'),
      width: 160,
      options: () => directions,
      isRequired: true,
    },
    {
      kind: 'shown',
      key: 'example',
      title: roundingText('example'),
      width: 280,
      align: 'right',
      render: examplesOf,
      compared: examplesOf,
    },
  ]
}

const examplesOf = ({ step = '', ending = '' }: Values): string =>
  examplePrices(step, ending).map(formatAmount).join(', ')
