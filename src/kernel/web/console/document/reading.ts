import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { DocumentReference, Field } from '#kernel/engine/definition/fields.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { type Fact, fieldsOf, isPrice, viewOf } from '#kernel/engine/definition/view.ts'
import type { DocumentDetail } from '../client/document-api.ts'
import { isStructured } from '../structured-field/structured-summary.ts'
import { documentTexts } from '../client/document-texts.ts'

type Values = Readonly<Record<string, unknown>>

/** A wire value as text; empty for no value. */
export function readText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** The currency of a document's amounts. */
export function currencyOf(definition: AnyDefinition, document: Values): string {
  const { currency } = viewOf(definition)
  return currency === null ? '' : readText(document[currency])
}

export interface AmountToRead {
  readonly value: string
  /** The amount asked for, where less is approved. */
  readonly asked: string | null
}

/** The amount of a document, or the approved amount where that is less; null where its type has none, or the reader may not see it. */
export function readAmountOf(
  definition: AnyDefinition,
  document: Values,
): (AmountToRead & { readonly currency: string }) | null {
  const { amount: name } = viewOf(definition)
  // Not sent to people who may not see it, such as an administrator who only monitors approvals.
  if (name === null || document[name] === undefined) return null
  const asked = readText(document[name])
  const agreed = definition.partialApproval ? readText(document[definition.partialApproval.total]) : ''
  const isReduced = agreed !== '' && agreed !== asked
  return {
    value: isReduced ? agreed : asked,
    asked: isReduced ? asked : null,
    currency: currencyOf(definition, document),
  }
}

/** Names of the current assignees. */
export function holdersOf({ document, approval }: DocumentDetail): readonly string[] {
  const people = document.currentHolder.length > 0 ? document.currentHolder : (approval?.currentHolder ?? [])
  return people.map((person) => person.name)
}

/** A price with its currency; other values unchanged. */
export function withUnit(field: Field | undefined, text: string, values: Values, currency: string): string {
  return text !== '' && field && isPrice(field, values) ? `${text} ${currency}`.trim() : text
}

function referred(field: Field | undefined, no: string): FactToRead['document'] {
  return field?.document && no !== '' ? { reference: field.document, no } : null
}

/** The page of another document, identified by its number. */
export function referredAddress({ pages }: DocumentReference, device: 'pc' | 'mobile', no: string): string {
  return withQuery(pages[device], { applyNo: no })
}

export interface FactToRead {
  readonly key: string
  readonly label: string
  readonly value: string
  /** An amount, displayed with its currency. */
  readonly isAmount: boolean
  /** A long text, which gets the whole width. */
  readonly isLong: boolean
  /** Another document, by its number. */
  readonly document: { readonly reference: DocumentReference; readonly no: string } | null
  /** Tiers or codes, which open on click. */
  readonly opened: { readonly field: Field; readonly value: string } | null
}

/** From this length on a text is a paragraph. */
const LONG_TEXT = 250

/** The facts of a document's view by group. */
export function factsToRead(definition: AnyDefinition, detail: DocumentDetail): readonly (readonly FactToRead[])[] {
  const texts = documentTexts(definition)
  const currency = currencyOf(definition, detail.document)
  const read = (fact: Fact): FactToRead => {
    const [name = ''] = fieldsOf(fact)
    const field = typeof fact === 'string' ? definition.fields[fact] : undefined
    return {
      key: typeof fact === 'string' ? fact : fact.label,
      label: texts.factLabel(fact),
      value: withUnit(field, texts.fact(fact, detail.document, detail.names), detail.document, currency),
      isAmount: definition.fields[name]?.kind === 'money',
      document: referred(field, readText(detail.document[name])),
      opened: field && isStructured(field) ? { field, value: readText(detail.document[name]) } : null,
      isLong: field?.kind === 'text' && (field.max ?? 0) >= LONG_TEXT,
    }
  }
  return viewOf(definition).facts.map((group) => group.map(read))
}
