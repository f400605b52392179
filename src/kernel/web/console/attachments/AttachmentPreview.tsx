import { useEffect, useId, useRef, useState } from 'react'
import type { AttachmentView } from '#kernel/platform/files/attachment-wire.ts'
import { Icon, type IconName } from '#kernel/web/ui/Icon.tsx'
import { useModal } from '#kernel/web/ui/use-modal.ts'
import { pageText } from '../client/i18n.ts'
import { isPicture } from './attachment-texts.ts'
import { sizeText } from '#kernel/platform/files/size-text.ts'
import { downloadAttachment, fetchPreview } from './open-attachment.ts'
import { Picture } from './Picture.tsx'
import { FIT, type ZoomView, turned, zoomed } from './zoom.ts'
import './preview.css'

interface AttachmentPreviewProps {
  readonly files: readonly AttachmentView[]
  /** The file shown first. */
  readonly start: number
  readonly onClose: () => void
}

/**
 * Previews files one after the other over the whole window: pictures fitted, zoomed and turned, PDFs in the browser's
 * viewer. A native modal: focus stays in it and returns to its origin. Esc closes, arrow keys move on.
 */
export function AttachmentPreview({ files, start, onClose }: AttachmentPreviewProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [at, setAt] = useState(start)
  const [look, setLook] = useState<ZoomView>(FIT)
  const file = files[at]
  const shown = useBytes(file)
  useModal(element, onClose)
  if (!file) return null
  const go = (step: number): void => {
    const next = at + step
    if (next < 0 || next >= files.length) return
    setAt(next)
    setLook(FIT)
  }
  const isZoomable = isPicture(file) && shown.kind === 'ready'
  const keys = (event: React.KeyboardEvent): void => {
    // In a zoomed picture the arrow keys scroll.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowLeft') go(-1)
    else if (event.key === 'ArrowRight') go(1)
    else if (isZoomable) setLook((now) => lookByKey(now, event.key))
  }
  return (
    <dialog
      ref={element}
      className="preview"
      aria-labelledby={titleId}
      onKeyDown={keys}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className="preview-head">
        <div className="preview-title">
          <h2 id={titleId}>{file.name}</h2>
          <span role="status">
            {files.length > 1 ? `${pageText('attachments.place', { at: at + 1, count: files.length })} · ` : ''}
            {sizeText(file.size)}
          </span>
        </div>
        {isZoomable ? <ZoomTools look={look} onLook={setLook} /> : null}
        <Tool
          icon="download"
          label={pageText('attachments.download')}
          onClick={() => void downloadAttachment(file.key)}
        />
        <Tool icon="close" label={pageText('common.close')} onClick={onClose} />
      </header>
      <div className="preview-body">
        <Shown key={file.key} file={file} shown={shown} look={look} onLook={setLook} />
        {at > 0 ? <Step icon="left" label={pageText('attachments.previous')} onClick={() => go(-1)} /> : null}
        {at < files.length - 1 ? (
          <Step icon="right" label={pageText('attachments.next')} onClick={() => go(1)} />
        ) : null}
      </div>
    </dialog>
  )
}

function lookByKey(look: ZoomView, key: string): ZoomView {
  switch (key) {
    case '+':
    case '=':
      return zoomed(look, 1)
    case '-':
      return zoomed(look, -1)
    case '0':
      return { ...look, zoom: null }
    case '1':
      return { ...look, zoom: 1 }
    case 'r':
      return turned(look)
    default:
      return look
  }
}

interface ToolProps {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
}

function Tool({ icon, label, onClick }: ToolProps) {
  return (
    <button type="button" className="preview-tool" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} size={18} />
    </button>
  )
}

function Step({ icon, label, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={`preview-tool preview-step is-${icon}`}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} size={22} />
    </button>
  )
}

function ZoomTools({ look, onLook }: { readonly look: ZoomView; readonly onLook: (look: ZoomView) => void }) {
  const isFit = look.zoom === null
  return (
    <div className="preview-zoom">
      <Tool icon="minus" label={pageText('attachments.zoomOut')} onClick={() => onLook(zoomed(look, -1))} />
      <button
        type="button"
        className="preview-tool is-text"
        title={pageText(isFit ? 'attachments.actual' : 'attachments.fit')}
        onClick={() => onLook({ ...look, zoom: isFit ? 1 : null })}
      >
        {isFit ? pageText('attachments.actual') : pageText('attachments.fit')}
      </button>
      <Tool icon="plus" label={pageText('attachments.zoomIn')} onClick={() => onLook(zoomed(look, 1))} />
      <Tool icon="rotate" label={pageText('attachments.rotate')} onClick={() => onLook(turned(look))} />
    </div>
  )
}

type Bytes =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly address: string }
  | { readonly kind: 'failed' }

/** An object URL of the file's bytes; created for each file and released with it. */
function useBytes(file: AttachmentView | undefined): Bytes {
  const [state, setState] = useState<{ readonly of: string; readonly bytes: Bytes }>()
  const { key, type } = file ?? {}
  useEffect(() => {
    if (key === undefined || type === undefined) return undefined
    const stop = new AbortController()
    let address: string | null = null
    fetchPreview(key, type, stop.signal).then(
      (blob) => {
        if (stop.signal.aborted) return
        address = URL.createObjectURL(blob)
        setState({ of: key, bytes: { kind: 'ready', address } })
      },
      () => {
        if (!stop.signal.aborted) setState({ of: key, bytes: { kind: 'failed' } })
      },
    )
    return () => {
      stop.abort()
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [key, type])
  return state && state.of === key ? state.bytes : { kind: 'loading' }
}

interface ShownProps {
  readonly file: AttachmentView
  readonly shown: Bytes
  readonly look: ZoomView
  readonly onLook: (change: (look: ZoomView) => ZoomView) => void
}

function Shown({ file, shown, look, onLook }: ShownProps) {
  const [isBroken, setBroken] = useState(false)
  const offer = (text: string) => (
    <div className="preview-message" role="alert">
      <Icon name="file" size={28} />
      <p>{text}</p>
      <button type="button" className="preview-offer" onClick={() => void downloadAttachment(file.key)}>
        {pageText('attachments.download')}
      </button>
    </div>
  )
  if (shown.kind === 'failed' || isBroken) return offer(pageText('attachments.previewFailed'))
  if (shown.kind === 'loading')
    return (
      <p className="preview-message" role="status">
        {pageText('attachments.loading')}
      </p>
    )
  if (isPicture(file))
    return (
      <Picture address={shown.address} name={file.name} look={look} onLook={onLook} onBroken={() => setBroken(true)} />
    )
  if (!navigator.pdfViewerEnabled) return offer(pageText('attachments.noViewer'))
  // Not sandboxed, because browsers show no PDF in a sandboxed frame. It is a PDF by content and by the type of these
  // bytes, and the viewer isolates its scripts.
  return <iframe className="preview-paper" src={shown.address} title={file.name} />
}
