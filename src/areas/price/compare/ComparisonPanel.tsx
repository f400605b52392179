import { useId } from 'react'
import type { AreaOption } from '#areas/budget/budget.web.facade.ts'
import { currencyReference } from '#areas/organisation/references.facade.ts'
import { DayInput } from '#kernel/web/console/days/DayInput.tsx'
import { useOptionsOf } from '#kernel/web/console/form/reference-options.ts'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { Choices } from '#kernel/web/ui/choices/Choices.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { homeDay } from '#kernel/web/ui/time.ts'
import { comparisonText } from '../price-texts.web.ts'
import { namedClassification } from '../shared/price-references.ts'
import { COMPARISON_KINDS, type ComparisonKind, type ComparisonQuestion } from './comparison-question.ts'
import { areaOf, type ComparisonSide, EMPTIED, SIDES } from './comparison-sides.web.ts'
import { RateNote } from './RateNote.tsx'
import './price-comparison.css'

interface SidesProps {
  readonly asked: ComparisonQuestion
  readonly areas: readonly AreaOption[]
  readonly put: (some: Partial<ComparisonQuestion>) => void
}

interface PanelProps extends SidesProps {
  /** Nothing is missing on either side. */
  readonly isWhole: boolean
}

/** What is compared, and by which rates two areas are; lazy, because the list is the page. */
export function ComparisonPanel({ isWhole, ...sides }: PanelProps) {
  const { kind, asOf } = sides.asked
  return (
    <>
      <Sides {...sides} />
      {kind === 'areas' && isWhole ? <RateNote day={asOf || homeDay()} /> : null}
    </>
  )
}

/** The fields that both sides share, and those of each. */
function Sides({ asked, areas, put }: SidesProps) {
  const { kind } = asked
  const choose = (next: ComparisonKind): void => put({ ...EMPTIED, kind: next })
  const ofLeft = { asked, areas, put, side: 'left' } as const
  const ofRight = { asked, areas, put, side: 'right' } as const
  return (
    <div className="comparison">
      <Choices
        legend={comparisonText('kind')}
        isRow
        value={kind}
        options={COMPARISON_KINDS.map((value) => ({ value, label: comparisonText(`kinds.${value}`) }))}
        onChange={choose}
      />
      <div className="comparison-sides">
        <fieldset>
          <legend>{comparisonText('left')}</legend>
          <AreaField {...ofLeft} />
          <ClassificationField {...ofLeft} />
          <CurrencyField {...ofLeft} />
          {kind === 'days' ? <DayField {...ofLeft} label={comparisonText('day')} /> : null}
        </fieldset>
        <fieldset>
          <legend>{comparisonText('right')}</legend>
          {kind === 'areas' ? <AreaField {...ofRight} /> : null}
          {kind === 'days' ? null : <ClassificationField {...ofRight} />}
          {kind === 'areas' ? <CurrencyField {...ofRight} /> : null}
          {kind === 'days' ? <DayField {...ofRight} label={comparisonText('day')} /> : null}
        </fieldset>
      </div>
      {kind === 'days' ? null : (
        <div className="comparison-both">
          <DayField {...ofLeft} label={comparisonText('dayOfBoth')} />
        </div>
      )}
    </div>
  )
}

interface FieldProps extends SidesProps {
  readonly side: ComparisonSide
}

function AreaField({ asked, areas, put, side }: FieldProps) {
  const id = useId()
  const names = SIDES[side]
  return (
    <Field id={id} label={comparisonText('area')} isRequired>
      <TextChoice
        value={asked[names.area] || null}
        options={areas}
        onChange={(value) => put({ [names.area]: value ?? '', [names.classification]: '', [names.currency]: '' })}
      />
    </Field>
  )
}

function ClassificationField(props: FieldProps) {
  const id = useId()
  const { asked, put, side } = props
  const names = SIDES[side]
  const area = areaOf(props.asked, props.areas, props.side)
  const { options, onRetry } = useOptionsOf(namedClassification, {
    idcCode: area?.idcCode ?? '',
    areaId: area?.value ?? '',
  })
  return (
    <Field id={id} label={comparisonText('classification')} isRequired>
      <TextChoice
        value={asked[names.classification] || null}
        options={options}
        onRetry={onRetry}
        disabled={area === undefined}
        onChange={(value) => put({ [names.classification]: value ?? '' })}
      />
    </Field>
  )
}

function CurrencyField(props: FieldProps) {
  const id = useId()
  const { asked, put, side } = props
  const names = SIDES[side]
  const area = areaOf(props.asked, props.areas, props.side)
  const { options, onRetry } = useOptionsOf(currencyReference, {
    idcCode: area?.idcCode ?? '',
    areaId: area?.value ?? '',
  })
  return (
    <Field
      id={id}
      label={comparisonText('currency')}
      aside={comparisonText(asked.kind === 'areas' ? 'currencyHint' : 'allCurrencies')}
    >
      <TextChoice
        value={asked[names.currency] || null}
        options={options}
        onRetry={onRetry}
        allowClear
        disabled={area === undefined}
        onChange={(value) => put({ [names.currency]: value ?? '' })}
      />
    </Field>
  )
}

function DayField({ asked, put, side, label }: FieldProps & { readonly label: string }) {
  const id = useId()
  const names = SIDES[side]
  return (
    <Field id={id} label={label} aside={comparisonText('dayHint')}>
      <DayInput value={asked[names.day]} onChange={(day) => put({ [names.day]: day })} />
    </Field>
  )
}
