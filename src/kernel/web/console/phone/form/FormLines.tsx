import Button from 'antd-mobile/es/components/button'
import { type Dispatch, useState } from 'react'
import { exactText, nameOf, type Names, viewOf } from '#kernel/engine/definition/view.ts'
import { readAmount, zero } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { type DocumentTexts, documentTexts } from '../../client/document-texts.ts'
import { pageText } from '../../client/i18n.ts'
import { type FormDraft, lineLimit } from '../../form/draft/draft.ts'
import type { FormSpec, Limit } from '../../form/form-spec.ts'
import { listOf, factsOf, fitting, type FormOptions, labelOf, withChoice } from '../../form/options.ts'
import type { Values } from '../../sheet/sheet-columns.ts'
import { openNotes, type RowErrors, type SheetEvent, type GridSheetRow } from '../../sheet/sheet-state.ts'
import { FormField, LimitNote } from './FormFields.tsx'
import '../parts/show-more.css'
import '../document/field-rows.css'
import '../document/line-cards.css'

/** Cards rendered at once; a parsed file may have thousands of lines. */
const STEP = 50

interface FormLinesProps {
  readonly spec: FormSpec
  readonly draft: FormDraft
  readonly names: Names
  readonly options: FormOptions
  readonly rows: readonly GridSheetRow[]
  readonly dispatch: Dispatch<SheetEvent>
  readonly errors: RowErrors
  /** What is wrong with the lines as a whole. */
  readonly problem: string | null
  readonly isTried: boolean
  /** Limits of the lines' fields. */
  readonly limits: readonly Limit[]
  /** A computed value of a line, from the last check. */
  readonly computedOf: (column: string, row: number) => string | null
}

/** The lines as cards: collapsed with title and amount, expanded for editing. */
export function FormLines(props: FormLinesProps) {
  const { spec, draft, rows, dispatch, errors, problem, isTried } = props
  const { definition } = spec
  const [closed, setClosed] = useState<ReadonlySet<number>>(() => filledIds(spec, rows))
  const [shown, setShown] = useState(STEP)
  const limit = lineLimit(definition, draft)
  const titleId = `${definition.part ?? 'lines'}-title`
  const toggle = (id: number): void =>
    setClosed(closed.has(id) ? new Set([...closed].filter((each) => each !== id)) : new Set([...closed, id]))
  return (
    <section aria-labelledby={titleId} className="cards">
      <div className="section-head">
        <h2 id={titleId}>{documentTexts(definition).lines()}</h2>
        <span className="quiet">
          {rows.length} / {limit}
        </span>
      </div>
      {problem ? (
        <p className="field-error lines-error" data-invalid tabIndex={-1}>
          {problem}
        </p>
      ) : null}
      {rows.slice(0, shown).map((row, at) => (
        <LineCard
          key={row.id}
          {...props}
          values={row.values}
          notes={openNotes(row)}
          row={at}
          isOpen={!closed.has(row.id) || (isTried && errors.has(at))}
          canCopy={rows.length < limit}
          onToggle={() => toggle(row.id)}
        />
      ))}
      {rows.length > shown ? (
        <Button block fill="none" className="show-more" onClick={() => setShown(shown + STEP)}>
          {pageText('phone.showMore', { count: rows.length - shown })}
        </Button>
      ) : null}
      {rows.length === 0 ? <p className="card quiet">{pageText('form.noLines')}</p> : null}
      <div className="add-line">
        <Button
          block
          disabled={rows.length >= limit}
          onClick={() => {
            setClosed(filledIds(spec, rows))
            setShown(Math.max(shown, rows.length + 1))
            dispatch({ type: 'add' })
          }}
        >
          <Icon name="plus" /> {pageText('sheet.addLine')}
        </Button>
        {rows.length >= limit ? (
          <p className="quiet">{pageText('sheet.tooMany', { limit, count: rows.length })}</p>
        ) : null}
      </div>
    </section>
  )
}

const NO_OPTIONS = { options: [] }

/** Complete lines collapse when another one opens. */
function filledIds({ definition }: FormSpec, rows: readonly GridSheetRow[]): ReadonlySet<number> {
  const seconds = new Set(Object.values(definition.lines).map((field) => field.joins))
  const required = Object.entries(definition.lines).flatMap(([name, field]) =>
    field.required && !field.computed && !seconds.has(name) ? [name] : [],
  )
  return new Set(rows.filter((row) => required.every((name) => row.values[name])).map((row) => row.id))
}

interface LineCardProps extends FormLinesProps {
  readonly values: Values
  /** What was removed from it, by column. */
  readonly notes: Values | null
  readonly row: number
  readonly isOpen: boolean
  readonly canCopy: boolean
  readonly onToggle: () => void
}

function LineCard(props: LineCardProps) {
  const { spec, draft, options, names, dispatch, errors, values, row, isOpen, canCopy, onToggle } = props
  const { definition } = spec
  const { card, sum } = viewOf(definition).lines
  const { currency } = viewOf(definition)
  const place = card.flatMap((name) => {
    const value = values[name] ?? ''
    return value === ''
      ? []
      : [nameOf(definition.lines[name], names, value) ?? labelOf(options.lines[name] ?? NO_OPTIONS, value)]
  })
  const isBad = errors.has(row)
  const number = pageText('phone.lineOf', { row: row + 1 })
  const amount = sum === null ? '' : (values[sum] ?? '')
  return (
    <article className={isBad ? 'line-card line-card-bad' : 'line-card'} aria-label={number}>
      <div className="line-card-head">
        <button type="button" className="line-card-title" aria-expanded={isOpen} onClick={onToggle}>
          <Icon name={isBad ? 'alert' : isOpen ? 'down' : 'right'} size={16} />
          <span>
            <strong>{number}</strong>
            <small>{place.join(' · ') || pageText('form.incomplete')}</small>
          </span>
          {typeof readAmount(amount) !== 'string' && !isOpen ? (
            <Amount value={amount} currency={currency === null ? '' : (draft.header[currency] ?? '')} />
          ) : null}
        </button>
        <button
          type="button"
          className="phone-icon-button"
          aria-label={`${pageText('sheet.copyLine')} ${row + 1}`}
          disabled={!canCopy}
          onClick={() => dispatch({ type: 'copy', rows: [row], at: row + 1 })}
        >
          <Icon name="copy" size={18} />
        </button>
        <button
          type="button"
          className="phone-icon-button"
          aria-label={`${pageText('sheet.deleteLine')} ${row + 1}`}
          onClick={() => dispatch({ type: 'delete', rows: [row] })}
        >
          <Icon name="trash" size={18} />
        </button>
      </div>
      {isOpen ? <LineFields {...props} texts={documentTexts(definition)} /> : null}
    </article>
  )
}

function LineFields(props: LineCardProps & { readonly texts: DocumentTexts }) {
  const { spec, draft, names, options, dispatch, errors, values, notes, row, texts, limits } = props
  const { definition } = spec
  const view = viewOf(definition)
  const columns = spec.lineColumns?.(draft.header) ?? view.lines.columns
  const required = new Set(spec.requiredColumns?.(draft.header))
  const currency = view.currency === null ? '' : (draft.header[view.currency] ?? '')
  // The available amount is shown below the requested one, not as a row of its own.
  const said = new Set(limits.flatMap((each) => (each.row === row ? each.label : [])))
  const computed = columns.filter((name) => definition.lines[name]?.computed && !said.has(texts.lineField(name)))
  const last = view.lines.sum ?? columns.findLast((each) => !definition.lines[each]?.computed)
  const isLast = (name: string): boolean => name === last && computed.length > 0
  return (
    <div className="field-rows">
      {columns.map((name) => {
        const field = definition.lines[name]
        if (!field || field.computed) return null
        const list = listOf(texts, name, field, options.lines[name])
        const value = values[name] ?? ''
        const known = {
          ...factsOf(options.fields, draft.header),
          ...factsOf(options.lines, values),
          ...draft.header,
          ...values,
        }
        const offered = list && fitting(list.options, known)
        const none =
          list && offered?.length === 0 && !list.isLoading && !list.onRetry ? list.whyNone?.(known) : undefined
        const hint = spec.columnHints?.(draft.header)[name]
        const own = limits.filter((each) => each.row === row && each.field === name)
        return (
          <FormField
            key={name}
            name={name}
            field={field}
            label={texts.lineField(name)}
            isRequired={field.required || required.has(name)}
            value={value}
            valueText={nameOf(field, names, value) ?? value}
            list={list && offered && { ...list, options: offered }}
            error={notes?.[name] ?? errors.get(row)?.[name]}
            aside={
              hint || none !== undefined || own.length > 0 || isLast(name) ? (
                <>
                  {hint ? <span>{hint}</span> : null}
                  {none === undefined ? null : <span>{none}</span>}
                  {own.map((limit) => (
                    <LimitNote key={limit.label} limit={limit} total={zero} />
                  ))}
                  {isLast(name) ? <Computed {...props} columns={computed} currency={currency} /> : null}
                </>
              ) : null
            }
            currency={currency}
            values={values}
            onChange={(next) =>
              dispatch({
                type: 'set',
                row,
                values: list ? withChoice(options.lines, values, name, next) : { [name]: next },
              })
            }
          />
        )
      })}
    </div>
  )
}

interface ComputedProps extends Pick<LineCardProps, 'spec' | 'row' | 'computedOf'> {
  readonly columns: readonly string[]
  readonly currency: string
}

function Computed({ spec: { definition }, row, computedOf, columns, currency }: ComputedProps) {
  const texts = documentTexts(definition)
  return columns.map((name) => {
    const value = computedOf(name, row)
    const field = definition.lines[name]
    return value === null || !field ? null : (
      <span key={name}>
        {texts.lineField(name)}{' '}
        {field.kind === 'money' ? <Amount value={value} currency={currency} /> : exactText(field, value)}
      </span>
    )
  })
}
