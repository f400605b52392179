import { useEffect, useId, useRef, useState } from 'react'
import type { AttachmentView, UploadedView } from '#kernel/platform/files/attachment-wire.ts'
import type { AttachmentRule } from '#kernel/engine/definition/definition.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { notify } from '../client/live/notices.ts'
import { AttachmentList } from './AttachmentList.tsx'
import { acceptOf, ruleText, sameText } from './attachment-texts.ts'
import { sizeText } from '#kernel/platform/files/size-text.ts'
import { forgetUpload } from './upload-file.ts'
import { useDrops } from './use-drops.ts'
import { type AttachmentUpload, type Uploads, useUploads } from './use-uploads.ts'
import './attachments.css'

interface AttachmentFieldProps {
  readonly files: readonly AttachmentView[]
  /** Takes an updater rather than a list: several uploads may end before the next render. */
  readonly onChange: (change: (files: readonly AttachmentView[]) => readonly AttachmentView[]) => void
  readonly rule: AttachmentRule
  readonly error?: string | undefined
  /** A phone has no drag and drop or paste, and every control is 44 px high. */
  readonly isPhone?: boolean
  /** Called with a message for a submit while an upload runs or has failed; null when none does. */
  readonly onPending?: (reason: string | null) => void
}

/**
 * Chooses, drops, pastes and uploads files; for a document's form and for an opinion. Its values are uploaded files,
 * whose keys go into `files` of the act:
 *
 *     const [files, setFiles] = useState<readonly AttachmentView[]>([])
 *     <AttachmentField files={files} onChange={setFiles} rule={{ max: MOST_OF_OPINION }} onPending={setPending} />
 *     post(path, { ...body, files: files.map(({ key }) => key) })
 */
export function AttachmentField(props: AttachmentFieldProps) {
  const { files, onChange, rule, error, isPhone = false, onPending } = props
  const [told, setTold] = useState('')
  const [hint, setHint] = useState<string | null>(null)
  const zone = useRef<HTMLDivElement>(null)
  const add = ({ same, ...file }: UploadedView): void => {
    const already = files.find(({ key }) => same?.keys.includes(key))
    setHint(already ? pageText('attachments.already', { name: already.name }) : sameText(same))
    if (already) return void forgetUpload(file.key)
    onChange((now) => [...now, file])
    setTold(pageText('attachments.uploaded', { name: file.name }))
  }
  const leaveOut = (text: string): void => notify('warning', text)
  const held = useUploads({ rule, attached: files.length, onDone: add, onLeftOut: leaveOut })
  const { uploads } = held
  const isFull = files.length + uploads.length >= rule.max
  const isOver = useDrops(zone, held.add, !isPhone)
  usePending(uploads, onPending)
  const remove = ({ key, name }: AttachmentView): void => {
    onChange((now) => now.filter((each) => each.key !== key))
    setTold(pageText('attachments.removed', { name }))
    setHint(null)
    zone.current?.querySelector<HTMLElement>('.file-choose')?.focus()
  }
  const errorId = useId()
  return (
    <div className={isPhone ? 'file-field is-phone' : 'file-field'} ref={zone}>
      {files.length + uploads.length > 0 ? (
        <AttachmentList
          files={files}
          actionOf={(file) => (
            <button
              type="button"
              className="file-action"
              aria-label={pageText('attachments.remove', { name: file.name })}
              onClick={() => remove(file)}
            >
              <Icon name="close" />
            </button>
          )}
        >
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} held={held} />
          ))}
        </AttachmentList>
      ) : null}
      <Chooser {...{ rule, isPhone, isFull, isOver, error, errorId }} onFiles={held.add} />
      {error ? (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      ) : null}
      {hint === null ? null : (
        <p className="file-hint" role="status">
          {hint}
        </p>
      )}
      <span className="unseen" role="status">
        {told}
      </span>
    </div>
  )
}

interface ChooserProps {
  readonly rule: AttachmentRule
  readonly isPhone: boolean
  readonly isFull: boolean
  readonly isOver: boolean
  readonly error: string | undefined
  readonly errorId: string
  readonly onFiles: (files: readonly File[]) => void
}

function Chooser({ rule, isPhone, isFull, isOver, error, errorId, onFiles }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  if (isFull) return <p className="file-hint">{pageText('attachments.full', { max: rule.max })}</p>
  const zone = `file-zone${isOver ? ' is-over' : ''}${error ? ' is-wrong' : ''}`
  return (
    <div className={zone}>
      <button
        type="button"
        className="file-choose"
        {...(error ? { 'aria-describedby': errorId, 'data-invalid': true } : {})}
        onClick={() => input.current?.click()}
      >
        <Icon name={isPhone ? 'plus' : 'clip'} />
        {pageText(isPhone ? 'attachments.add' : 'attachments.choose')}
      </button>
      {isPhone ? null : <span>{pageText(isOver ? 'attachments.dropNow' : 'attachments.drop')}</span>}
      <span className="file-hint">{ruleText(rule)}</span>
      <input
        ref={input}
        type="file"
        multiple={rule.max > 1}
        className="unseen"
        tabIndex={-1}
        aria-label={pageText('attachments.choose')}
        accept={acceptOf(rule.types)}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Reset, so that the same file can be chosen again after its removal.
          event.target.value = ''
        }}
      />
    </div>
  )
}

function UploadRow({ upload, held }: { readonly upload: AttachmentUpload; readonly held: Uploads }) {
  const { id, file, share, error, canRetry } = upload
  const percent = Math.floor(share * 100)
  const state = share < 1 ? pageText('attachments.uploading', { percent }) : pageText('attachments.checking')
  return (
    <li className={error === null ? 'file-row' : 'file-row is-failed'}>
      <span className="file-open">
        <Icon name={error === null ? 'upload' : 'alert'} />
        <span className="file-name">{file.name}</span>
      </span>
      {error === null ? (
        <>
          <span className="file-size">
            {state} · {sizeText(file.size)}
          </span>
          <progress className="file-progress" max={1} value={share} aria-label={file.name} />
        </>
      ) : (
        <span className="file-error" role="alert">
          {error}
        </span>
      )}
      {canRetry ? (
        <button type="button" className="file-retry" onClick={() => held.retry(id)}>
          {pageText('attachments.retry')}
        </button>
      ) : null}
      <button
        type="button"
        className="file-action"
        aria-label={pageText(error === null ? 'attachments.cancel' : 'attachments.remove', { name: file.name })}
        onClick={() => held.drop(id)}
      >
        <Icon name="close" />
      </button>
    </li>
  )
}

/** Whether the form can be sent: a running upload is awaited, a failed one is retried or removed. */
function usePending(uploads: readonly AttachmentUpload[], onPending: AttachmentFieldProps['onPending']): void {
  const reason = uploads.some(({ error }) => error === null)
    ? pageText('attachments.stillUploading')
    : uploads.length > 0
      ? pageText('attachments.notUploaded')
      : null
  useEffect(() => onPending?.(reason), [reason, onPending])
  useEffect(() => () => onPending?.(null), [onPending])
}
