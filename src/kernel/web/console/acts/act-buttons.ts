import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { DocumentDetail } from '../client/document-api.ts'
import { documentTexts } from '../client/document-texts.ts'

interface ActButton {
  readonly name: string
  readonly text: string
}

/** What the reader may now do with the document, as the server said; the order is that of the definition. */
export function actButtons(definition: AnyDefinition, { document }: DocumentDetail): readonly ActButton[] {
  const texts = documentTexts(definition)
  return (document.acts ?? []).map((name) => ({ name, text: texts.text(`actions.${name}`) }))
}
