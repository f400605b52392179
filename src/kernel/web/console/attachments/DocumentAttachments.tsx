import { useId } from 'react'
import { AttachmentList } from './AttachmentList.tsx'
import type { DocumentDetail } from '../client/document-api.ts'
import { pageText } from '../client/i18n.ts'

/** A document's attachments on its page; nothing where there are none. */
export function DocumentAttachments({ detail: { document } }: { readonly detail: DocumentDetail }) {
  const titleId = useId()
  const files = document.attachments ?? []
  if (files.length === 0) return null
  return (
    <section className="form-section" aria-labelledby={titleId}>
      <h2 id={titleId}>
        {pageText('attachments.title')}
        <span className="count">{files.length}</span>
      </h2>
      <AttachmentList files={files} />
    </section>
  )
}
