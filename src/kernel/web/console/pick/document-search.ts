import type { DocumentReference } from '#kernel/engine/definition/fields.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import { type CallOptions, post } from '../client/api.ts'
import type { Values } from '../sheet/sheet-columns.ts'

interface Picked {
  readonly no: string
  readonly title: string
  readonly stateLabel: string
  readonly amount: string | null
  readonly currency: string | null
}

export interface DocumentOption {
  readonly value: string
  readonly label: string
  readonly detail: string
}

/** Values that the document must share with other fields of the form; a change searches again. */
export function sameValuesOf({ sameValue = {} }: DocumentReference, header: Values): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(sameValue).flatMap(([filter, field]) => (header[field] ? [[filter, header[field]]] : [])),
  )
}

/** Documents by number or a word of their title; without a word the latest. */
export async function findDocuments(
  { type, states }: DocumentReference,
  sameValue: Readonly<Record<string, string>>,
  keyword: string,
  options: CallOptions,
): Promise<readonly DocumentOption[]> {
  const body = { documentType: type, keyword, sameValue, ...(states ? { states } : {}) }
  const found = await post<readonly Picked[]>('/aps/document/pick', body, options)
  return found.map(({ no, title, stateLabel, amount, currency }) => ({
    value: no,
    label: `${no} / ${title}`,
    detail: [stateLabel, amount === null ? '' : `${formatAmount(amount)} ${currency ?? ''}`.trim()]
      .filter(Boolean)
      .join(' · '),
  }))
}
