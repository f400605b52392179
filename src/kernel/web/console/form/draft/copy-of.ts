import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { DocumentWire } from '../../client/document-api.ts'
import { draftOf, type FormDraft, newDraft } from './draft.ts'

/** A new document with the content of a stored one: its values alone, without its number, files and approval. */
export function copyOf(definition: AnyDefinition, document: DocumentWire): FormDraft {
  const { header, lines, tables } = draftOf(definition, document)
  return newDraft(header, lines, tables)
}
