import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'

/** Amount columns of a document's list that are totalled by currency. None where it has no currency. */
export function summedFields({ list, fields, view }: AnyDefinition): readonly string[] {
  if (!view?.currency) return []
  return (list.columns as readonly string[]).filter((name) => fields[name]?.kind === 'money')
}
