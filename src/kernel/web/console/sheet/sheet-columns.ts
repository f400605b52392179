import type { ReactNode } from 'react'
import { readDayText } from '#kernel/base/clock/day.ts'
import { entriesOf } from '#kernel/engine/definition/code-list.ts'
import { readTiers, tiersText } from '#kernel/engine/definition/ladder.ts'
import { structuredSummary } from '../structured-field/structured-summary.ts'
import type { Field } from '#kernel/engine/definition/fields.ts'
import { exactText, unitOf } from '#kernel/engine/definition/view.ts'
import { formatAmount, readAmount } from '#kernel/base/money/money.ts'
import { plainNumber } from '#kernel/base/money/written-number.ts'
import type { ChoiceOption } from '#kernel/web/ui/Choice.tsx'

export type Values = Readonly<Record<string, string>>

interface ColumnBase {
  readonly key: string
  readonly title: string
  readonly width: number
  readonly isRequired?: boolean
  /** Beside the title. */
  readonly hint?: string
  /** Stays while the sheet scrolls sideways. */
  readonly isFrozen?: boolean
}

export type SheetColumn = ColumnBase &
  /** `inWords` says a value that people type in a form of its own, where it is read and not typed. */
  (
    | { readonly kind: 'text'; readonly maxLength?: number; readonly inWords?: (value: string) => string }
    | { readonly kind: 'amount'; readonly currency?: string }
    /** `2026-01-31` */
    | { readonly kind: 'day' }
    /** An exact number with its unit; a price is in the document's currency. */
    /** Tiers or codes, in a dialog. */
    | { readonly kind: 'opened'; readonly field: Field; readonly currency: string }
    | { readonly kind: 'decimal'; readonly field: Field; readonly currency: string }
    /** `also` returns the dependent values of a choice: a budget sets its country and project. */
    | {
        readonly kind: 'choice'
        readonly options: (row: Values) => readonly ChoiceOption[]
        readonly also?: (value: string, row: Values) => Values
        /** Name under which the person's recent choices are stored; they are listed first. */
        readonly recentName?: string
        readonly onRetry?: (() => void) | undefined
        readonly onSearch?: ((word: string) => void) | undefined
        /** Says why nothing is offered in a row. */
        readonly whyNone?: (row: Values) => string
        /** It stands for two codes that templates have in a column each. */
        readonly halves?: {
          readonly titles: readonly [string, string]
          readonly join: (one: string, other: string) => string
        }
      }
    /** Displayed only. */
    | {
        readonly kind: 'shown'
        readonly render: (row: Values, index: number) => ReactNode
        readonly align?: 'right'
        /** What a comparison of versions says of it, where it says anything. */
        readonly compared?: (row: Values) => string
      }
  )

/** The value of a pasted text in a column: an option's code or name, an amount without separators. */
export function pastedValue(column: SheetColumn, text: string, row: Values): string {
  const trimmed = text.trim()
  if (column.kind === 'amount') return plainNumber(trimmed, column.currency) ?? trimmed
  if (column.kind === 'day') return readDayText(trimmed) ?? trimmed
  if (column.kind === 'decimal') return plainNumber(trimmed, unitOf(column.field, column.currency).trim()) ?? trimmed
  if (column.kind === 'opened') {
    if (column.field.kind === 'list') return entriesOf(trimmed).join(' ')
    const tiers = readTiers(trimmed)
    return tiers ? tiersText(tiers) : trimmed
  }
  if (column.kind !== 'choice') return trimmed
  return optionCalled(column.options(row), trimmed)?.value ?? trimmed
}

/** By its code, its label, either part of the label, or its other name; an entry of a template's list begins with its code. */
export function optionCalled(options: readonly ChoiceOption[], text: string): ChoiceOption | undefined {
  const lower = text.toLowerCase()
  const code = lower.split(' / ', 1)[0]
  return (
    options.find((option) => option.value.toLowerCase() === lower) ??
    options.find((option) => option.label.toLowerCase() === lower) ??
    options.find((option) => option.label.toLowerCase().split(' / ').includes(lower)) ??
    options.find((option) => option.search?.toLowerCase() === lower) ??
    (code === lower ? undefined : options.find((option) => option.value.toLowerCase() === code))
  )
}

/** A formatted cell: a choice by name, an amount with separators, anything invalid as typed. */
export function cellText(column: SheetColumn, values: Values): string {
  const value = values[column.key] ?? ''
  if (column.kind === 'choice') return column.options(values).find((option) => option.value === value)?.label ?? value
  if (column.kind === 'amount' && value !== '')
    return typeof readAmount(value) === 'string' ? value : formatAmount(value)
  if (column.kind === 'decimal' && value !== '') return exactText(column.field, value)
  if (column.kind === 'opened') return structuredSummary(column.field, value, values)
  return value
}

/** A cell as it is read where nobody types: in a comparison of versions. */
export function readText(column: SheetColumn, values: Values): string {
  const value = values[column.key] ?? ''
  return column.kind === 'text' && column.inWords && value !== '' ? column.inWords(value) : cellText(column, values)
}

/** The copied text of a cell: the full value, where the cell only shows a count. */
export function copiedText(column: SheetColumn, values: Values): string {
  return column.kind === 'opened' && column.field.kind === 'list'
    ? (values[column.key] ?? '')
    : cellText(column, values)
}

export function isRight(column: SheetColumn): boolean {
  return column.kind === 'amount' || column.kind === 'decimal' || (column.kind === 'shown' && column.align === 'right')
}
