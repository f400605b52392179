import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { titleText, viewOf } from '#kernel/engine/definition/view.ts'
import { kernelTexts, textAt } from '#kernel/base/i18n/texts.ts'

/** Title and subject of a document, from the header fields stored with its tasks. */
export async function documentTitle(
  tx: Tx,
  { language }: Pick<RequestContext, 'language'>,
  { definition, names }: ServerDocument,
  facts: Readonly<Record<string, unknown>>,
): Promise<string> {
  const text = (path: string) => textAt(language, `${definition.area}.documents.${definition.name}.${path}`)
  const reading = { fields: definition.fields, names: await names(tx, language, [facts], []), text }
  return titleText(viewOf(definition), reading, facts, kernelTexts(language).separator)
}
