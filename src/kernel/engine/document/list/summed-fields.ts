import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'

/** Amounts that a document's list adds up by currency: those among its columns. None where it has no currency. */
export function summedFields({ list, fields, view }: AnyDefinition): readonly string[] {
  if (!view?.currency) return []
  return (list.columns as readonly string[]).filter((name) => fields[name]?.kind === 'money')
}
