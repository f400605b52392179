import { useId, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type AreaOption, useAreas } from '#areas/budget/budget.web.facade.ts'
import { currencyReference } from '#areas/organisation/references.facade.ts'
import { DayInput } from '#kernel/web/console/days/DayInput.tsx'
import { useOptionsOf } from '#kernel/web/console/form/reference-options.ts'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { ReadListPage } from '#kernel/web/console/list/read-list/ReadListPage.tsx'
import { useReportingRates } from '#kernel/web/console/list/totals/use-reporting-rates.ts'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { Choices } from '#kernel/web/ui/choices/Choices.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { homeDay } from '#kernel/web/ui/time.ts'
import { comparisonText } from '../price-texts.web.ts'
import { namedClassification } from '../shared/price-references.ts'
import {
  COMPARISON_KINDS,
  type ComparisonKind,
  type Question,
  readQuestion,
  sidesAsked,
} from './comparison-question.ts'
import { priceComparison, REPORTING } from './price-comparison.list.ts'
import './price-comparison.css'

/** Two classifications, two days or two areas are chosen above the list; what is chosen stands in the address. */
export default function PriceComparisonPage() {
  const [query, setQuery] = useSearchParams()
  const areas = useAreas()
  const may = useButtons('price_compare')
  const asked = readQuestion(query, areas.options[0]?.value)
  const { filters, isSame } = sidesAsked(asked)
  const key = JSON.stringify(filters)
  const fixed = useMemo(() => JSON.parse(key) as Readonly<Record<string, string>> | null, [key])
  const hidden = priceComparison.columns
    .flatMap(({ right, key: of }) => (right === undefined || may?.(right) ? [] : [of]))
    .concat(asked.kind === 'areas' ? ['difference', 'differencePercent'] : [...REPORTING, 'rightCurrency'])
    .join(' ')
  const isOfAreas = asked.kind === 'areas'
  const list = useMemo(() => {
    // Of one area both sides have the same currency.
    const columns = priceComparison.columns.map((each) =>
      each.key === 'leftCurrency' && !isOfAreas ? { ...each, title: 'priceComparison.columns.currency' } : each,
    )
    return { ...priceComparison, columns: columns.filter(({ key: of }) => !hidden.split(' ').includes(of)) }
  }, [hidden, isOfAreas])
  const put = (some: Partial<Question>): void => {
    setQuery(
      (old) => {
        const next = new URLSearchParams(old)
        for (const [name, value] of Object.entries({ ...asked, ...some }))
          if (value) next.set(name, value)
          else next.delete(name)
        next.delete('page')
        return next
      },
      { replace: true },
    )
  }
  const panel = (
    <>
      <Sides asked={asked} areas={areas.options} put={put} />
      {asked.kind === 'areas' && fixed ? <RateNote day={asked.asOf || homeDay()} /> : null}
      {fixed ? null : <p className="quiet">{comparisonText(isSame ? 'same' : 'choose')}</p>}
    </>
  )
  if (!fixed)
    return (
      <>
        <header className="page-head">
          <h1>{comparisonText('title')}</h1>
        </header>
        {panel}
      </>
    )
  return <ReadListPage key={asked.kind} list={list} fixedFilters={fixed} before={panel} />
}

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
  readonly asked: Question
  readonly areas: readonly AreaOption[]
  readonly put: (some: Partial<Question>) => void
}

/** What is compared: the fields that both sides share, and those of each. */
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
          {kind === 'areas' ? <CurrencyField {...ofLeft} /> : null}
          <DayField {...ofLeft} label={comparisonText(kind === 'days' ? 'day' : 'dayOfBoth')} />
        </fieldset>
        <fieldset>
          <legend>{comparisonText('right')}</legend>
          {kind === 'areas' ? <AreaField {...ofRight} /> : null}
          {kind === 'days' ? null : <ClassificationField {...ofRight} />}
          {kind === 'areas' ? <CurrencyField {...ofRight} /> : null}
          {kind === 'days' ? <DayField {...ofRight} label={comparisonText('day')} /> : null}
        </fieldset>
      </div>
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
    <Field id={id} label={comparisonText('currency')} aside={comparisonText('currencyHint')}>
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
