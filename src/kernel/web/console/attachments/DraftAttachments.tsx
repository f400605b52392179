import { useId } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { documentTexts } from '../client/document-texts.ts'
import { pageText } from '../client/i18n.ts'
import type { FormDraft } from '../form/draft/draft.ts'
import { AttachmentField } from './AttachmentField.tsx'

interface DraftAttachmentsProps {
  readonly definition: AnyDefinition
  readonly draft: FormDraft
  readonly setDraft: (change: (draft: FormDraft) => FormDraft) => void
  readonly error: string | undefined
  readonly onPending: (reason: string | null) => void
  readonly isPhone?: boolean
}

/** The attachments in a document's form; nothing where its type takes none. */
export function DraftAttachments({ definition, draft, setDraft, error, onPending, isPhone }: DraftAttachmentsProps) {
  const titleId = useId()
  const rule = definition.attachments
  if (!rule) return null
  return (
    <section className={isPhone ? 'card' : 'form-section'} aria-labelledby={titleId}>
      <h2 id={titleId}>
        {pageText('attachments.title')}
        {rule.required ? (
          <span className="field-star" aria-hidden="true">
            *
          </span>
        ) : null}
      </h2>
      {rule.required ? <p className="quiet">{documentTexts(definition).text('attachments')}</p> : null}
      <AttachmentField
        files={draft.files}
        onChange={(change) => setDraft((now) => ({ ...now, files: change(now.files) }))}
        rule={rule}
        error={error}
        onPending={onPending}
        {...(isPhone ? { isPhone } : {})}
      />
    </section>
  )
}
