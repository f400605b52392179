import type { EffectBody } from '#kernel/engine/definition/effect.ts'

/** The message to finance about a scheme document (docs/finance-push.md): its approved fields and lines, codes and amounts. */
export const financePush: EffectBody = ({ approvedAt, header, lines }) => ({
  approvedAt,
  ...withoutTexts(header),
  lines: lines.map(({ line_no, ...line }) => ({ lineNo: line_no, ...camelled(line) })),
})

/** The request to finance to hold its amounts during approval (docs/finance-reserve.md). */
export const heldByFinance: EffectBody = (subject) => ({ ...financePush(subject), approvedAt: undefined })

/** Free texts and the input's origin are not sent to finance. */
const KEPT_BACK: ReadonlySet<string> = new Set(['reason', 'source', 'remark'])

function withoutTexts(values: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !KEPT_BACK.has(name)))
}

function camelled(line: Readonly<Record<string, unknown>>) {
  const named = Object.entries(line).map(
    ([column, value]) => [column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value] as const,
  )
  return withoutTexts(Object.fromEntries(named))
}
