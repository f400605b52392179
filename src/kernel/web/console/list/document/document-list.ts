import type { AnyDefinition, Field, StateColour } from '#kernel/engine/definition/definition.ts'
import { isFoundByBeginning } from '#kernel/engine/definition/fields.ts'
import { lookOf } from '#kernel/engine/document/axes/axis-looks.ts'
import type { Names } from '#kernel/engine/definition/view.ts'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { type DocumentHead, formAddress, pageAddress } from '../../client/document-api.ts'
import { documentTexts } from '../../client/document-texts.ts'
import { axisText } from '../../axes/axis-text.ts'
import {
  amountColumn,
  documentColumn,
  optionalStateColumn,
  personColumn,
  stateColumn,
  textColumn,
  timeColumn,
  waitingColumn,
} from '../columns.tsx'
import type { FilterSpec } from '../filters/filter-spec.ts'
import { listDeskText } from '../list-desk-text.ts'

/** A document in its list: its head, and its fields by name. */
export type DocumentRow = DocumentHead & Readonly<Record<string, unknown>> & { readonly names?: Names }

/** Names of a code in the list, and the options of its filter. */
export interface ListOptions {
  readonly [field: string]: {
    readonly options: readonly { readonly value: string; readonly label: string }[]
    readonly isLoading?: boolean
    readonly onRetry?: (() => void) | undefined
  }
}

/** The person's own draft opens for editing; everything else for viewing. */
export function rowAddress(definition: AnyDefinition, row: DocumentHead, account: string): string {
  const isOwnDraft = row.drafter.account === account && row.state === definition.initial
  return row.formInstanceId && !isOwnDraft
    ? pageAddress(definition, 'pc', row.formInstanceId)
    : (formAddress(definition, 'pc', row.no) ?? definition.pages.list)
}

/** Columns and filters of a page that differ from those of its definition, in set or order. */
export interface ShownOfList {
  /** By name, or a whole column for what is no field of the document. */
  readonly columns?: readonly (string | Column<DocumentRow>)[]
  /** Columns that are off until a person turns them on. */
  readonly hidden?: readonly string[]
  readonly filters?: readonly (string | FilterSpec)[]
}

/** The list columns of a document's definition, with the texts of its fields. */
export function documentColumns(
  definition: AnyDefinition,
  account: string,
  lists: ListOptions = {},
  { columns = definition.list.columns as readonly string[], hidden = [] }: ShownOfList = {},
): readonly Column<DocumentRow>[] {
  const sortable = new Set<string>(definition.list.sort as readonly string[])
  return columns.map((name) => {
    if (typeof name !== 'string') return name
    const more = { ...(sortable.has(name) ? { sort: name } : {}), ...(hidden.includes(name) ? { isHidden: true } : {}) }
    return headColumn(definition, account, name, more) ?? fieldColumn(definition, name, more, lists)
  })
}

interface More {
  readonly sort?: string
  readonly isHidden?: boolean
}

function headColumn(definition: AnyDefinition, account: string, name: string, more: More): Column<DocumentRow> | null {
  const texts = documentTexts(definition)
  const title = texts.field(name)
  switch (name) {
    case 'no':
      return documentColumn(
        name,
        title,
        { no: (row) => row.no, address: (row) => rowAddress(definition, row, account) },
        more,
      )
    case 'state': {
      const colours: Readonly<Record<string, StateColour>> = definition.states
      return stateColumn(name, title, { state: (row) => row.state, colours, text: (state) => texts.state(state) })
    }
    case 'drafter':
      return personColumn(name, title, (row) => row.drafter)
    case 'currentHolder':
      return personColumn(name, title, (row) => row.currentHolder)
    case 'waitingSince':
      return waitingColumn((row) => row.waitingSince, { key: name, title })
    case 'createdAt':
    case 'updatedAt':
    case 'submittedAt':
      return timeColumn(name, title, (row) => row[name], more)
    default:
      return axisColumn(definition, name, title)
  }
}

function axisColumn(definition: AnyDefinition, name: string, title: string): Column<DocumentRow> | null {
  const axis = lookOf(definition, name)
  if (!axis) return null
  return optionalStateColumn(name, title, {
    state: (row) => (row[name] ?? null) as string | null,
    colours: axis.states,
    text: (state) => axisText(definition, name, state),
  })
}

function fieldColumn(definition: AnyDefinition, name: string, more: More, lists: ListOptions): Column<DocumentRow> {
  const texts = documentTexts(definition)
  const field = definition.fields[name]
  const title = texts.field(name)
  if (field?.kind === 'money') {
    const { currency } = definition.view ?? {}
    return amountColumn(name, title, (row) => row[name] as string | null, {
      ...more,
      currency: (row) => (currency ? (row[currency] as string | null) : null),
    })
  }
  return textColumn(
    name,
    title,
    (row) => {
      const label = lists[name]?.options.find(({ value }) => value === String(row[name]))?.label
      return label ?? texts.fact(name, row, row.names ?? {})
    },
    { ...more, ...(isBelow(definition, name) ? { card: 'below' } : {}) },
  )
}

/** What names or codes a document is about stands under its number on a card: with the amounts alone, two of one amount look alike. */
export function isBelow({ fields, view }: Pick<AnyDefinition, 'fields' | 'view'>, name: string): boolean {
  const kind = fields[name]?.kind
  return (kind === 'text' || kind === 'code') && (view?.subject?.some((fact) => fact === name) ?? false)
}

/** The list filters of a document's definition. */
export function documentFilters(
  definition: AnyDefinition,
  lists: ListOptions = {},
  { filters = definition.list.filters as readonly string[] }: ShownOfList = {},
): readonly FilterSpec[] {
  const texts = documentTexts(definition)
  const wanted = filters.filter((name) => name !== 'createdTo')
  return wanted.map((name): FilterSpec => {
    if (typeof name !== 'string') return name
    const isOfLines = definition.fields[name] === undefined && definition.lines[name] !== undefined
    const label = isOfLines ? texts.lineField(name) : texts.field(name)
    const axis = lookOf(definition, name)
    if (axis) {
      const asked = Object.keys(axis.states).filter((state) => !axis.unasked?.includes(state))
      return {
        kind: 'choice',
        name,
        label,
        options: asked.map((value) => ({ value, label: axisText(definition, name, value) })),
      }
    }
    switch (name) {
      case 'createdFrom':
        return { kind: 'dates', name: 'created', label: texts.field('createdAt') }
      case 'state':
        return {
          kind: 'choice',
          name,
          label,
          options: Object.keys(definition.states).map((value) => ({ value, label: texts.state(value) })),
        }
      default:
        return fieldFilter(name, label, definition.fields[name] ?? definition.lines[name], lists, (value) =>
          texts.option(name, value),
        )
    }
  })
}

function fieldFilter(
  name: string,
  label: string,
  field: Field | undefined,
  lists: ListOptions,
  optionText: (value: string) => string,
): FilterSpec {
  const given = lists[name]
  if (given) return { kind: 'choice', name, label, ...given, isNumber: field?.kind === 'integer' }
  if (field?.kind === 'choice') {
    const options = (field.options ?? []).map((value) => ({ value, label: optionText(value) }))
    return { kind: 'choice', name, label, options }
  }
  if (field?.kind === 'integer') {
    const [min, max] = field.range ?? [0, 999_999_999]
    return { kind: 'number', name, label, rule: { range: [min, max] } }
  }
  const rule = { maxLength: field?.max ?? 64 }
  return {
    kind: 'text',
    name,
    label,
    rule,
    ...(field && isFoundByBeginning(field) ? { placeholder: listDeskText('beginning') } : {}),
  }
}
