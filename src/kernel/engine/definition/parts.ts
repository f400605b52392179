import type { AnyDefinition } from './definition.ts'
import { columnOf } from './fields.ts'

/** Anything with a header and lines, and rows of further tables by name. */
interface Held<R> {
  readonly lines: readonly R[]
  readonly tables?: Readonly<Record<string, readonly R[]>>
}

/** A document as one of its further tables sees it: the rows of that table are its lines. */
export type TablePart = AnyDefinition & { readonly part: string }

const NONE: readonly TablePart[] = []
const made = new WeakMap<AnyDefinition, readonly TablePart[]>()

/**
 * The further tables of a document, each as a document whose lines are that table's rows: whatever serves lines serves
 * them too. The same objects at every call.
 */
export function partsOf(definition: AnyDefinition): readonly TablePart[] {
  if (!definition.tables) return NONE
  let parts = made.get(definition)
  if (!parts) made.set(definition, (parts = Object.keys(definition.tables).map((name) => partOf(definition, name))))
  return parts
}

function partOf(
  { tables, partialApproval: _reduced, duplicates: _doubles, ...whole }: AnyDefinition,
  name: string,
): TablePart {
  const { fields, limits, view } = tables![name]!
  return { ...whole, part: name, lines: fields, lineLimits: limits, view: { ...whole.view, lines: view ?? {} } }
}

/** The rows of the part, or the lines of the whole document. */
export function rowsOf<R>({ part }: Pick<AnyDefinition, 'part'>, content: Held<R>): readonly R[] {
  return part === undefined ? content.lines : (content.tables?.[part] ?? [])
}

/** Something of each further table, by its name; `{}` where there is none, so that it can be spread. */
export function ofParts<T>(
  definition: AnyDefinition,
  each: (part: TablePart) => T,
): { readonly tables?: Readonly<Record<string, T>> } {
  const parts = partsOf(definition)
  return parts.length === 0 ? {} : { tables: Object.fromEntries(parts.map((part) => [part.part, each(part)])) }
}

/** The table in which the lines are stored, or the rows of a further table. */
export function lineTableOf({ table, part }: Pick<AnyDefinition, 'table' | 'part'>): string {
  return `${table}_${part === undefined ? 'line' : columnOf(part)}`
}

/** Where the texts of columns are, below the document's own. */
export function lineFieldsPath({ part }: Pick<AnyDefinition, 'part'>): string {
  return part === undefined ? 'lineFields' : `tableFields.${part}`
}
