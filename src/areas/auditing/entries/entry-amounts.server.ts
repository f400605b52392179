import { may, type Principal } from '#kernel/platform/access/principal.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { Field } from '#kernel/engine/definition/fields.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { boundDocuments } from '#kernel/engine/document/server-document.ts'
import { knownRecord } from '#kernel/engine/record/known-records.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import type { EntryRow } from './entry.queries.ts'

/** Definition of the document that an entry is about. */
export function definitionOf({ document_type: type }: Pick<EntryRow, 'document_type'>): AnyDefinition | undefined {
  return boundDocuments().find(({ definition }) => definition.name === type)?.definition
}

type Declared = Pick<Field, 'kind'> | undefined

function fieldOf(row: EntryRow, name: string): Declared {
  return definitionOf(row)?.fields[name] ?? knownRecord(row.document_type)?.fields[name]
}

/** Currency of a document's amounts: as the entry tells it, else as it was submitted. */
export function currencyOf(row: EntryRow): string | null {
  const definition = definitionOf(row)
  const field = definition && viewOf(definition).currency
  const { header, changes } = row.detail as {
    readonly header?: Readonly<Record<string, unknown>>
    readonly changes?: Readonly<Record<string, readonly unknown[]>>
  }
  const told = field ? (header?.[field] ?? changes?.[field]?.[1]) : null
  return typeof told === 'string' && told !== '' ? told : row.submitted_currency
}

const withCurrency = (value: string, currency: string | null): string =>
  `${formatAmount(value)} ${currency ?? ''}`.trim()

/** The value of a field that holds an amount, as people read it; null for every other one. */
export function amountText(row: EntryRow, name: string, value: unknown): string | null {
  if (typeof value !== 'string' || value === '' || fieldOf(row, name)?.kind !== 'money') return null
  return withCurrency(value, currencyOf(row))
}

/** What a decision was about: the amount that was submitted, for whoever may see such documents. */
export function decidedAmount(row: EntryRow, principal: Principal): readonly [field: string, text: string] | null {
  const definition = definitionOf(row)
  const { submitted_amount: amount, detail } = row
  if (!definition || typeof detail['taskId'] !== 'string' || amount === null) return null
  const { amount: field } = viewOf(definition)
  return field !== null && may(principal, definition.viewRight) ? [field, withCurrency(amount, currencyOf(row))] : null
}
