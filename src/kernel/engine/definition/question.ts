import type { AnyDefinition } from './definition.ts'
import type { Fields } from './fields.ts'

/** Fields that are asked for: those of a document, of an act on one, or of a page that stores nothing. */
export type AskedFields = Pick<
  AnyDefinition,
  'name' | 'area' | 'fields' | 'lines' | 'actions' | 'view' | 'part' | 'axes'
>

/**
 * The fields of a page that stores nothing, so that whatever draws the fields of a document draws them. Their texts are those of a
 * document of this name.
 */
export function defineQuestion(name: string, area: string, fields: Fields): AskedFields {
  return { name, area, fields, lines: {}, actions: {} }
}
