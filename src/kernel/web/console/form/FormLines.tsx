import { createElement, lazy, type ReactNode, Suspense, useCallback, useMemo, useState, type Dispatch } from 'react'
import type { Field } from '#kernel/engine/definition/fields.ts'
import { isCount } from '#kernel/engine/definition/is-count.ts'
import { exactText, JOINT, viewOf } from '#kernel/engine/definition/view.ts'
import { type Amount as Sum, amount, amountText, readAmount } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { LineText } from '../document/lines/LineText.tsx'
import { isStructured } from '../structured-field/structured-summary.ts'
import { documentTexts, type DocumentTexts } from '../client/document-texts.ts'
import { pageText } from '../client/i18n.ts'
import { Sheet } from '../sheet/Sheet.tsx'
import type { SheetColumn, Values } from '../sheet/sheet-columns.ts'
import type { RowErrors, SheetEvent, SheetState } from '../sheet/sheet-state.ts'
import { filledLines, type FormDraft } from './draft/draft.ts'
import type { FormSpec, Limit } from './form-spec.ts'
import { factsOf, fitting, type FormOptions, type OptionList, withChoice, listOf } from './options.ts'
import { type ReadWorkbook, rowsOf, WorkbookResult, WorkbookTools } from './Workbook.tsx'

interface FormLinesProps {
  readonly spec: FormSpec
  readonly draft: FormDraft
  readonly options: FormOptions
  readonly sheet: SheetState
  readonly dispatch: Dispatch<SheetEvent>
  readonly errors: RowErrors
  /** What is wrong with the lines as a whole, and the id of the button with it that adds one. */
  readonly problem: string | null
  readonly problemId: string
  readonly onFocus: (cell: NonNullable<FormLinesProps['focus']>) => void
  readonly focus: { readonly row: number; readonly key: string } | null
  /** Limits of the lines' fields. */
  readonly limits: readonly Limit[]
  /** A computed value of a line, from the last check. */
  readonly valueOf: (column: string, row: number) => string | null
  /** Called when lines were loaded from a file. */
  readonly onFile: () => void
  /** Called when a file of lines became an import of its own. */
  readonly onHandedOver: () => Promise<void>
}

const NO_ROW = {}

const AddOrReplace = lazy(() => import('./AddOrReplace.tsx').then((module) => ({ default: module.AddOrReplace })))

/** The answer about a file, and the id of its first line in the sheet. */
interface ReadLines extends ReadWorkbook {
  readonly first: number
}

/** What was said about a file holds while one of its lines is there: undoing takes it away too. */
function isStillThere({ parsed, first }: ReadLines, { rows }: SheetState): boolean {
  const { length } = parsed.lines
  return length === 0 || rows.some(({ id }) => id >= first && id < first + length)
}

/** The definition's columns, without those that are there only once a line has a value in them. */
function useColumns({ spec, draft: { header, lines }, options, valueOf }: FormLinesProps) {
  const hidden = (spec.shownWithValue ?? [])
    .filter((name) => lines.every((_, row) => valueOf(name, row) === null))
    .join(' ')
  return useMemo(
    () => sheetColumns(spec, header, options, valueOf).filter(({ key }) => !hidden.split(' ').includes(key)),
    [spec, header, options, valueOf, hidden],
  )
}

/** The lines as a sheet, with the definition's columns. */
export function FormLines(props: FormLinesProps) {
  const { spec, draft, sheet, dispatch, errors, problem, problemId, focus, limits, valueOf } = props
  const { onFocus, onFile, onHandedOver } = props
  const { header } = draft
  const [read, setRead] = useState<ReadLines | null>(null)
  const [asked, setAsked] = useState<ReadWorkbook | null>(null)
  const take = (type: 'replace' | 'append', answer: ReadWorkbook): void => {
    const rows = rowsOf(spec.definition, answer.parsed)
    setAsked(null)
    setRead({ ...answer, first: sheet.nextId })
    dispatch({ type, rows })
    onFile()
  }
  const columns = useColumns(props)
  const newRow = useCallback(() => NO_ROW, [])
  const title = documentTexts(spec.definition).lines()
  const sum = useMemo(() => {
    const { currency, lines } = viewOf(spec.definition)
    if (lines.sum === null) return null
    const key = lines.sum
    const own = currency === null ? '' : (header[currency] ?? '')
    return spec.definition.lines[key]?.computed
      ? { key, currency: own, computed: (row: number) => valueOf(key, row) }
      : { key, currency: own }
  }, [spec, header, valueOf])
  return (
    <section className="form-section">
      <h2>{title}</h2>
      {read && isStillThere(read, sheet) ? <WorkbookResult read={read} /> : null}
      {asked ? (
        <Suspense fallback={null}>
          <AddOrReplace
            read={asked.parsed.lines.length}
            file={asked.file}
            held={filledLines(draft.lines).length}
            onAdd={() => take('append', asked)}
            onReplace={() => take('replace', asked)}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      ) : null}
      {problem === null ? null : (
        <p className="field-error">
          {problem}{' '}
          <button
            id={problemId}
            type="button"
            className="link-button"
            onClick={() => {
              const row = filledLines(draft.lines).length
              if (row === sheet.rows.length) dispatch({ type: 'add' })
              onFocus({ row, key: columns[0]?.key ?? '' })
            }}
          >
            {pageText('sheet.addLine')}
          </button>
        </p>
      )}
      <Sheet
        label={title}
        columns={columns}
        state={sheet}
        dispatch={dispatch}
        errors={errors}
        sum={sum}
        newRow={newRow}
        noteAt={(row, key, typed) => {
          const own = limits.filter((each) => each.row === row && each.field === key)
          const more = typed === null ? null : moreThan(draft.lines[row]?.[key], typed)
          return own.length === 0 ? null : own.map((limit) => <LimitText key={limit.label} limit={limit} more={more} />)
        }}
        focus={focus}
        tools={
          <WorkbookTools
            spec={spec}
            draft={draft}
            onHandedOver={onHandedOver}
            onRead={(answer) => {
              if (answer.parsed.lines.length === 0) setRead({ ...answer, first: sheet.nextId })
              else if (filledLines(draft.lines).length > 0) setAsked(answer)
              else take('replace', answer)
            }}
          />
        }
      />
    </section>
  )
}

interface LimitTextProps {
  readonly limit: Limit
  /** Excess of the text being typed over the line's value. */
  readonly more: Sum | null
}

function LimitText({ limit: { label, available, currency, left }, more }: LimitTextProps) {
  return (
    <span className="sheet-limit">
      {label} <Amount value={available} currency={currency} />
      {left === undefined ? null : (
        <>
          {' '}
          {pageText('form.leftAfter')}{' '}
          <Amount value={more ? amountText(amount(left).minus(more)) : left} currency={currency} />
        </>
      )}
    </span>
  )
}

/** By how much the amount being typed exceeds the line's value; null where it is no amount. */
function moreThan(held: string | undefined, typed: string): Sum | null {
  const [before, now] = [held ?? '', typed].map((text) => readAmount(text.trim() === '' ? '0' : text))
  if (now === undefined || typeof now === 'string') return null
  return before === undefined || typeof before === 'string' ? now : now.minus(before)
}

function sheetColumns(
  spec: FormSpec,
  header: Values,
  options: FormOptions,
  valueOf: FormLinesProps['valueOf'],
): readonly SheetColumn[] {
  const { definition } = spec
  const view = viewOf(definition)
  const texts = documentTexts(definition)
  const currency = view.currency === null ? '' : (header[view.currency] ?? '')
  const names = spec.lineColumns?.(header) ?? view.lines.columns
  const required = new Set(spec.requiredColumns?.(header))
  const hints = spec.columnHints?.(header)
  const frozen = new Set(names.slice(0, 1).concat(view.lines.frozen.filter((name) => name === names[0])))
  return names.flatMap((name): SheetColumn[] => {
    const declared = definition.lines[name]
    if (!declared) return []
    const field = isCount(declared) ? { ...declared, exact: WHOLE } : declared
    const list = listOf(texts, name, field, options.lines[name])
    const base = {
      key: name,
      title: texts.lineField(name),
      ...(hints?.[name] === undefined ? {} : { hint: hints[name] }),
      width: spec.widths?.[name] ?? Math.max(widthOf(field), isNumber(field) ? titleWidth(texts.lineField(name)) : 0),
      isRequired: required.has(name) || (field.required && !field.computed),
      isFrozen: frozen.has(name),
    }
    if (field.computed)
      return [
        {
          ...base,
          kind: 'shown',
          ...(field.exact
            ? { align: 'right', render: (_row, row) => computedNumber(field, valueOf(name, row), currency) }
            : field.kind === 'money'
              ? {
                  align: 'right',
                  render: (_row, row) => createElement(Amount, { value: valueOf(name, row), currency }),
                }
              : {
                  render: (_row, row) => shownText(valueOf(name, row), (value) => named(texts, name, value, list)),
                }),
        },
      ]
    if (list) {
      const { whyNone } = list
      const knownOf = (row: Values): Values => ({
        ...factsOf(options.fields, header),
        ...factsOf(options.lines, row),
        ...header,
        ...row,
      })
      return [
        {
          ...base,
          kind: 'choice',
          recentName: name,
          onRetry: list.onRetry,
          onSearch: list.onSearch,
          ...(whyNone ? { whyNone: (row: Values) => whyNone(knownOf(row)) } : {}),
          options: (row) => fitting(list.options, knownOf(row)),
          also: (value, row) => withChoice(options.lines, row, name, value),
          ...(field.joins === undefined
            ? {}
            : {
                halves: {
                  titles: [texts.lineField(name), texts.lineField(field.joins)] as const,
                  join: (one: string, other: string) => `${one}${JOINT}${other}`,
                },
              }),
        },
      ]
    }
    if (field.kind === 'money') return [{ ...base, kind: 'amount', currency }]
    if (field.kind === 'date') return [{ ...base, kind: 'day' }]
    if (isStructured(field)) return [{ ...base, kind: 'opened', field, currency }]
    if (field.exact) return [{ ...base, kind: 'decimal', field, currency }]
    return [{ ...base, kind: 'text', ...(field.max === undefined ? {} : { maxLength: field.max }) }]
  })
}

/** Quantities are right-aligned with separators, like every number. */
const WHOLE = { digits: 0, min: '', max: '' }

function computedNumber(field: Field, value: string | null, currency: string): ReactNode {
  return value === null ? '/' : <LineText field={field} text={exactText(field, value)} line={{}} currency={currency} />
}

function shownText(value: string | null, text: (value: string) => string): string {
  return value === null || value === '' ? '/' : text(value)
}

/** Label of a value set by another choice: from the form's list, or the option's own text. */
function named(texts: DocumentTexts, name: string, value: string, list: OptionList | null): string {
  const option = list?.options.find((each) => each.value === value)
  return option?.label ?? texts.lineFact(name, { [name]: value }, {}, 'name')
}

const isNumber = ({ kind, exact }: Field): boolean => kind === 'money' || exact !== undefined

/** The head of a number is aligned to the right, so its beginning must not be cut. */
function titleWidth(title: string): number {
  const letters = Array.from(title)
  return letters.reduce((sum, letter) => sum + (letter > '\u2e7f' ? 14 : 7.5), 32)
}

/** Widths with which a plain document's sheet fits on a 1440 pixel screen without scrolling. */
function widthOf(field: Field): number {
  if (field.kind === 'money') return field.computed ? 130 : 140
  if (field.kind === 'ladder') return 260
  // A number that refers to something is shown by name.
  if (field.kind === 'integer' && field.refersTo !== undefined) return 220
  if (field.kind !== 'code') return field.computed && field.kind === 'text' ? 240 : 120
  // The code of a customer and the beginning of their name.
  return field.joins === undefined ? 190 : 220
}
