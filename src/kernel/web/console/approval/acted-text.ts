import { pageText } from '../client/i18n.ts'
import { flowText } from './flow-text.ts'
import type { PageVerb } from './verbs/verb-spec.ts'

/** Names the document, because the page shows the next one by the time this is read. */
export function actedText(no: string, verb: PageVerb): string {
  return pageText('approval.done', { no, decision: flowText(`outcomes.${verb}`) })
}
