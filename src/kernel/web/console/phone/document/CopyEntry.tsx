import type { ComponentType } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { copyAddress } from '../../client/document-api.ts'
import { pageText } from '../../client/i18n.ts'
import { useMayRaise } from '../../form/may-raise.ts'
import { goTo } from '../address.ts'
import type { DocumentMenuEntry } from './DocumentSummary.tsx'

interface CopyEntryProps {
  readonly definition: AnyDefinition
  readonly no: string
  readonly Entry: ComponentType<DocumentMenuEntry>
}

/** Opens a new document with this one's content, for whoever may raise such a document on a phone. */
export function CopyEntry({ definition, no, Entry }: CopyEntryProps) {
  // A document that nobody drafts has no form.
  const to = definition.actions['save'] ? copyAddress(definition, 'mobile', no) : null
  const mayRaise = useMayRaise(definition, to?.split('?')[0] ?? '')
  return to !== null && mayRaise ? <Entry icon="copy" text={pageText('form.copy')} act={() => goTo(to)} /> : null
}
