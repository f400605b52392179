import { useId } from 'react'
import type { AreaOption } from '#areas/budget/budget.web.facade.ts'
import { currencyReference } from '#areas/organisation/references.facade.ts'
import { DayInput } from '#kernel/web/console/days/DayInput.tsx'
import { useOptionsOf } from '#kernel/web/console/form/reference-options.ts'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { useReportingRates } from '#kernel/web/console/list/totals/use-reporting-rates.ts'
import { Choices } from '#kernel/web/ui/choices/Choices.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { homeDay } from '#kernel/web/ui/time.ts'
import { comparisonText } from '../price-texts.web.ts'
import { namedClassification } from '../shared/price-references.ts'
import { COMPARISON_KINDS, type ComparisonKind, type ComparisonQuestion } from './comparison-question.ts'
import './price-comparison.css'

/** Says by which rates both sides stand in the reporting currency (docs/decisions/106). */
function RateNote({ day }: { readonly day: string }) {
  const year = Number(day.slice(0, 4))
  const rates = useReportingRates(year)
  if (rates === undefined) return null
  return (
    <p className="quiet">
      {rates === null
        ? comparisonText('noRates', { year })
        : comparisonText('rates', {
            base: rates.base,
            year: String(year),
            version: rates.version,
            day: rates.publishedOn,
          })}
    </p>
  )
}

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
  const choose = (next: ComparisonKind): void =>
    put({ kind: next, otherAreaId: '', otherClassificationCode: '', otherAsOf: '', otherCurrency: '', currency: '' })
  const ofLeft = { asked, areas, put, names: LEFT }
  const ofRight = { asked, areas, put, names: RIGHT }
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

const LEFT = { area: 'areaId', classification: 'classificationCode', currency: 'currency', day: 'asOf' } as const
const RIGHT = {
  area: 'otherAreaId',
  classification: 'otherClassificationCode',
  currency: 'otherCurrency',
  day: 'otherAsOf',
} as const

interface FieldProps extends SidesProps {
  readonly names: typeof LEFT | typeof RIGHT
}

/** The area of a side: the right one is of the left one's unless areas are compared. */
function areaOf({ asked, areas, names }: FieldProps): AreaOption | undefined {
  const id = asked.kind === 'areas' ? asked[names.area] : asked.areaId
  return areas.find(({ value }) => value === id)
}

function AreaField({ asked, areas, put, names }: FieldProps) {
  const id = useId()
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
  const { asked, put, names } = props
  const area = areaOf(props)
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
  const { asked, put, names } = props
  const area = areaOf(props)
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

function DayField({ asked, put, names, label }: FieldProps & { readonly label: string }) {
  const id = useId()
  return (
    <Field id={id} label={label} aside={comparisonText('dayHint')}>
      <DayInput value={asked[names.day]} onChange={(day) => put({ [names.day]: day })} />
    </Field>
  )
}
