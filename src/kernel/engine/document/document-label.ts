import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import type { ServerDocument } from './server-document.ts'

/** What a type of document is called; its name where the product no longer has it. */
export function labelOf(
  language: Language,
  document: Pick<ServerDocument, 'definition'> | undefined,
  type: string,
): string {
  const definition = document?.definition
  return definition ? textAt(language, `${definition.area}.documents.${definition.name}.label`) : type
}
