import type { EffectBody } from '#kernel/engine/definition/effect.ts'

/** The approved header and lines as another system gets them, by the names of their fields. */
export const documentBody: EffectBody = ({ approvedAt, header, lines }) => ({
  approvedAt,
  ...withoutTexts(header),
  lines: lines.map(({ line_no, ...line }) => ({ lineNo: line_no, ...camelled(line) })),
})

/** Free texts and the input's origin are not sent. */
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
