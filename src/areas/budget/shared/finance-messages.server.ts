import type { EffectBody } from '#kernel/engine/definition/effect.ts'
import { columnOf } from '#kernel/engine/definition/fields.ts'

type Values = Readonly<Record<string, unknown>>

const picked = (names: readonly string[], valueOf: (name: string) => unknown): Values =>
  Object.fromEntries(names.map((name) => [name, valueOf(name) ?? null]))

/**
 * The message to finance about an approved document (docs/finance-push.md), and the request to hold its amounts during approval
 * (docs/finance-reserve.md): these fields of the header and of each line, codes and amounts without names, in this order.
 */
export function toFinance(
  fields: readonly string[],
  lineFields: readonly string[],
): { readonly effects: { readonly financePush: EffectBody }; readonly reserve: EffectBody } {
  const financePush: EffectBody = ({ approvedAt, header, lines }) => ({
    ...picked(fields, (name) => (name === 'approvedAt' ? approvedAt : header[name])),
    lines: lines.map((line) => ({
      lineNo: line['line_no'],
      ...picked(lineFields, (name) => line[columnOf(name)]),
    })),
  })
  return { effects: { financePush }, reserve: (subject) => ({ ...financePush(subject), approvedAt: undefined }) }
}
