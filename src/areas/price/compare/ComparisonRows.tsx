import type { AreaOption } from '#areas/budget/budget.web.facade.ts'
import { currencyReference } from '#areas/organisation/references.facade.ts'
import { useOptionsOf } from '#kernel/web/console/form/reference-options.ts'
import { ChoiceRow, DayRow, PickerRow } from '#kernel/web/console/phone/document/FieldRows.tsx'
import { comparisonText } from '../price-texts.web.ts'
import { namedClassification } from '../shared/price-references.ts'
import { areaOf, type ComparisonSide, EMPTIED, SIDES, sidesFor } from './comparison-sides.web.ts'
import { COMPARISON_KINDS, type ComparisonKind, type ComparisonQuestion } from './comparison-question.ts'
import './price-comparison.css'

interface RowsProps {
  readonly asked: ComparisonQuestion
  readonly areas: readonly AreaOption[]
  readonly put: (some: Partial<ComparisonQuestion>) => void
}

/** What is compared, as rows of a form; the fields of each side are called after it. */
export function ComparisonRows({ asked, areas, put }: RowsProps) {
  const { kind } = asked
  const fields = sidesFor(kind)
  const row = (side: ComparisonSide) => ({ asked, areas, put, side })
  return (
    <section className="field-rows comparison-rows" aria-label={comparisonText('kind')}>
      <ChoiceRow
        label={comparisonText('kind')}
        value={kind}
        options={COMPARISON_KINDS.map((value) => ({ value, label: comparisonText(`kinds.${value}`) }))}
        onChange={(next) => put({ ...EMPTIED, kind: next as ComparisonKind })}
      />
      {(['left', 'right'] as const).flatMap((side) =>
        fields[side].map((name) => {
          const key = `${side} ${name}`
          if (name === 'day') return <DayOfSide key={key} {...row(side)} isOfBoth={kind !== 'days'} />
          return name === 'area' ? (
            <AreaOfSide key={key} {...row(side)} />
          ) : name === 'classification' ? (
            <ClassificationOfSide key={key} {...row(side)} />
          ) : (
            <CurrencyOfSide key={key} {...row(side)} />
          )
        }),
      )}
    </section>
  )
}

interface SideProps extends RowsProps {
  readonly side: ComparisonSide
}

function AreaOfSide({ asked, areas, put, side }: SideProps) {
  const { area, classification, currency } = SIDES[side]
  return (
    <PickerRow
      label={comparisonText(`filters.${area}`)}
      isRequired
      isLoading={false}
      isShort
      value={asked[area]}
      options={areas}
      onPick={(option) => put({ [area]: option?.value ?? '', [classification]: '', [currency]: '' })}
    />
  )
}

function ClassificationOfSide({ asked, areas, put, side }: SideProps) {
  const { classification } = SIDES[side]
  const area = areaOf(asked, areas, side)
  const { options, isLoading, onRetry } = useOptionsOf(namedClassification, {
    idcCode: area?.idcCode ?? '',
    areaId: area?.value ?? '',
  })
  return (
    <PickerRow
      label={comparisonText(`filters.${classification}`)}
      isRequired
      isLoading={isLoading ?? false}
      isShort={false}
      value={asked[classification]}
      options={options}
      onRetry={onRetry}
      onPick={(option) => put({ [classification]: option?.value ?? '' })}
    />
  )
}

function CurrencyOfSide({ asked, areas, put, side }: SideProps) {
  const { currency } = SIDES[side]
  const area = areaOf(asked, areas, side)
  const { options, isLoading, onRetry } = useOptionsOf(currencyReference, {
    idcCode: area?.idcCode ?? '',
    areaId: area?.value ?? '',
  })
  return (
    <PickerRow
      label={comparisonText(`filters.${currency}`)}
      isRequired={false}
      aside={comparisonText(asked.kind === 'areas' ? 'currencyHint' : 'allCurrencies')}
      isLoading={isLoading ?? false}
      isShort={false}
      value={asked[currency]}
      options={options}
      onRetry={onRetry}
      onPick={(option) => put({ [currency]: option?.value ?? '' })}
    />
  )
}

function DayOfSide({ asked, put, side, isOfBoth }: SideProps & { readonly isOfBoth: boolean }) {
  const { day } = SIDES[side]
  return (
    <DayRow
      label={isOfBoth ? comparisonText('dayOfBoth') : comparisonText(`filters.${day}`)}
      isRequired={false}
      aside={comparisonText('dayHint')}
      value={asked[day]}
      onChange={(value) => put({ [day]: value })}
    />
  )
}
