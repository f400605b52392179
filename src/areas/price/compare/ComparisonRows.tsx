import { useEffect } from 'react'
import { type AreaOption, useAreas } from '#areas/budget/budget.web.facade.ts'
import { currencyReference } from '#areas/organisation/references.facade.ts'
import { useOptionsOf } from '#kernel/web/console/form/reference-options.ts'
import { ChoiceRow, DayRow, PickerRow } from '#kernel/web/console/phone/document/FieldRows.tsx'
import { homeDay } from '#kernel/web/ui/time.ts'
import { comparisonText } from '../price-texts.web.ts'
import { namedClassification } from '../shared/price-references.ts'
import { areaOf, type ComparisonSide, EMPTIED, type SideField, SIDES, sidesFor } from './comparison-sides.web.ts'
import { COMPARISON_KINDS, type ComparisonKind, type ComparisonQuestion } from './comparison-question.ts'
import { RateNote } from './RateNote.tsx'
import './price-comparison.css'

interface RowsProps {
  readonly asked: ComparisonQuestion
  readonly areas: readonly AreaOption[]
  readonly put: (some: Partial<ComparisonQuestion>) => void
}

interface QuestionProps extends Omit<RowsProps, 'areas'> {
  /** The areas of the reader, once they are known. */
  readonly onAreas: (areas: readonly AreaOption[]) => void
  /** Nothing is missing on either side. */
  readonly isWhole: boolean
}

/** What is compared, as rows of a form; the fields of each side are called after it. */
export function ComparisonRows({ asked, put, isWhole, onAreas }: QuestionProps) {
  const { options: areas } = useAreas()
  useEffect(() => onAreas(areas), [areas, onAreas])
  const { kind } = asked
  const fields = sidesFor(kind)
  const row = (side: ComparisonSide) => ({ asked, areas, put, side })
  /** What the right side does not ask for by itself is of both. */
  const labelOf = (side: ComparisonSide, name: SideField): string =>
    fields.right.includes(name)
      ? comparisonText(`filters.${SIDES[side][name]}`)
      : comparisonText(name === 'day' ? 'dayOfBoth' : name)
  return (
    <>
      <section className="field-rows comparison-rows" aria-label={comparisonText('kind')}>
        <ChoiceRow
          label={comparisonText('kind')}
          value={kind}
          options={COMPARISON_KINDS.map((value) => ({ value, label: comparisonText(`kinds.${value}`) }))}
          onChange={(next) => put({ ...EMPTIED, kind: next as ComparisonKind })}
        />
        {(['left', 'right'] as const).flatMap((side) =>
          fields[side].map((name) => {
            const Row = ROWS[name]
            return <Row key={`${side} ${name}`} {...row(side)} label={labelOf(side, name)} />
          }),
        )}
      </section>
      {kind === 'areas' && isWhole ? (
        <div className="comparison-note">
          <RateNote day={asked.asOf || homeDay()} />
        </div>
      ) : null}
    </>
  )
}

interface SideProps extends RowsProps {
  readonly side: ComparisonSide
  readonly label: string
}

function AreaOfSide({ asked, areas, put, side, label }: SideProps) {
  const { area, classification, currency } = SIDES[side]
  return (
    <PickerRow
      label={label}
      isRequired
      isLoading={false}
      isShort
      value={asked[area]}
      options={areas}
      onPick={(option) => put({ [area]: option?.value ?? '', [classification]: '', [currency]: '' })}
    />
  )
}

function ClassificationOfSide({ asked, areas, put, side, label }: SideProps) {
  const { classification } = SIDES[side]
  const area = areaOf(asked, areas, side)
  const { options, isLoading, onRetry } = useOptionsOf(namedClassification, {
    idcCode: area?.idcCode ?? '',
    areaId: area?.value ?? '',
  })
  return (
    <PickerRow
      label={label}
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

function CurrencyOfSide({ asked, areas, put, side, label }: SideProps) {
  const { currency } = SIDES[side]
  const area = areaOf(asked, areas, side)
  const { options, isLoading, onRetry } = useOptionsOf(currencyReference, {
    idcCode: area?.idcCode ?? '',
    areaId: area?.value ?? '',
  })
  return (
    <PickerRow
      label={label}
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

function DayOfSide({ asked, put, side, label }: SideProps) {
  const { day } = SIDES[side]
  return (
    <DayRow
      label={label}
      isRequired={false}
      aside={comparisonText('dayHint')}
      value={asked[day]}
      onChange={(value) => put({ [day]: value })}
    />
  )
}

const ROWS = {
  area: AreaOfSide,
  classification: ClassificationOfSide,
  currency: CurrencyOfSide,
  day: DayOfSide,
} as const
