import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { AttachmentView } from '#kernel/platform/files/attachment-wire.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { iconOf } from './attachment-texts.ts'
import { sizeText } from '#kernel/platform/files/size-text.ts'
import { downloadAttachment } from './open-attachment.ts'
import './attachments.css'

const AttachmentPreview = lazy(() =>
  import('./AttachmentPreview.tsx').then((module) => ({ default: module.AttachmentPreview })),
)

interface AttachmentListProps {
  readonly files: readonly AttachmentView[]
  /** Accessible name of the list. */
  readonly label?: string
  /** Shown at the end of a file's row instead of the download. */
  readonly actionOf?: (file: AttachmentView) => ReactNode
  /** Further rows: running uploads. */
  readonly children?: ReactNode
  /** In a timeline: one line each, no frame. */
  readonly isInline?: boolean
}

/** Attached files: a name opens the preview, which leads on to the next file. For desktop and phone. */
export function AttachmentList({ files, label, actionOf, children, isInline = false }: AttachmentListProps) {
  const [shown, setShown] = useState<number | null>(null)
  return (
    <>
      <ul
        className={isInline ? 'file-list is-inline' : 'file-list'}
        aria-label={label ?? pageText('attachments.title')}
      >
        {files.map((file, at) => (
          <li key={file.key} className="file-row">
            <button
              type="button"
              className="file-open"
              aria-label={pageText('attachments.preview', { name: file.name })}
              onClick={() => setShown(at)}
            >
              <Icon name={iconOf(file)} />
              <span className="file-name">{file.name}</span>
            </button>
            <span className="file-size">{sizeText(file.size)}</span>
            {actionOf ? (
              actionOf(file)
            ) : (
              <button
                type="button"
                className="file-action"
                aria-label={pageText('attachments.downloadOf', { name: file.name })}
                onClick={() => void downloadAttachment(file.key)}
              >
                <Icon name="download" />
              </button>
            )}
          </li>
        ))}
        {children}
      </ul>
      {shown === null ? null : (
        <Suspense fallback={null}>
          <AttachmentPreview files={files} start={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  )
}
