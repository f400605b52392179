import type { Values } from '../../sheet/sheet-columns.ts'

/** The values that lines lose by a choice in the head, by line. */
export function lostInLines(before: readonly Values[], after: readonly Values[]): readonly Values[] {
  return before.map((line, row) =>
    Object.fromEntries(
      Object.entries(line).filter(([name, value]) => value !== '' && (after[row]?.[name] ?? '') === ''),
    ),
  )
}
