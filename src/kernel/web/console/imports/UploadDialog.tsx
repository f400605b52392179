import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ImportUploadView } from '#kernel/services/imports/import-wire.ts'
import { sizeText } from '#kernel/platform/files/size-text.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import { useDrops } from '../attachments/use-drops.ts'
import { pageText } from '../client/i18n.ts'
import { downloadKeys, downloadsApi } from '../downloads/downloads-api.ts'
import { tellProcessing } from '../downloads/tell-processing.ts'
import { Banner } from '../Banner.tsx'
import { importAddress, importApi, type ImportParams, importKeys } from './import-api.ts'
import { importText } from './import-text.ts'
import { watchImport } from './started-imports.ts'
import { type UploadState, useImportUpload } from './use-import-upload.ts'
import './progress.css'
import './upload-dialog.css'

interface UploadDialogProps {
  readonly kind: string
  /** The label of its button; by default Import. */
  readonly title?: string | null
  /** Explains what happens to the file, where that is not obvious. */
  readonly hint?: string | null
  readonly params?: ImportParams
  readonly onClose: () => void
  readonly onUploaded?: () => Promise<void>
}

/** A template to fill in, and the upload of the file; the import then continues on a page of its own. */
export function UploadDialog({ kind, title, hint, params, onClose, onUploaded }: UploadDialogProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const open = async (importId: string, isThis = true): Promise<void> => {
    void client.invalidateQueries({ queryKey: downloadKeys.all })
    if (isThis) await onUploaded?.()
    onClose()
    void navigate(importAddress(importId))
  }
  const held = useImportUpload(kind, params, ({ importId, taskId, announces }) => {
    watchImport(taskId, importId)
    if (!announces) return void open(importId)
    void client.invalidateQueries({ queryKey: downloadKeys.all })
    tellProcessing()
    onClose()
  })
  const { data: kinds } = useQuery({
    queryKey: importKeys.kinds,
    queryFn: ({ signal }) => importApi.kinds({ signal, handles: true }),
    enabled: !title,
  })
  const named = kinds?.find((each) => each.kind === kind)?.title
  const { state } = held
  const isSending = state.kind === 'sending'
  return (
    <Dialog
      title={title ?? (named ? importText('upload.titleOf', { what: named }) : importText('upload.title'))}
      closeLabel={pageText('common.close')}
      width={560}
      // A click beside the dialog must not cancel an upload, which has a button of its own for that.
      onClose={isSending ? () => undefined : onClose}
    >
      {state.kind === 'same' ? (
        <SameFile
          file={state.file}
          uploaded={state.uploaded}
          onOpen={(importId) => void open(importId, importId === state.uploaded.importId)}
          onRestart={held.restart}
        />
      ) : (
        <>
          {hint ? <p>{hint}</p> : null}
          <ol className="upload-steps">
            <li>
              <h3>{importText('upload.templateTitle')}</h3>
              <p className="quiet">{importText('upload.templateHint')}</p>
              <Button
                icon={<Icon name="download" />}
                onClick={() => void importApi.template(kind, params).catch(() => undefined)}
              >
                {importText('upload.template')}
              </Button>
            </li>
            <li>
              <h3>{importText('upload.fileTitle')}</h3>
              <p className="quiet">{importText('upload.fileHint')}</p>
              <FileStep held={held} />
            </li>
          </ol>
        </>
      )}
    </Dialog>
  )
}

type Held = ReturnType<typeof useImportUpload>

function FileStep({ held }: { readonly held: Held }) {
  const { state } = held
  switch (state.kind) {
    case 'waiting':
      return <Zone refusal={state.refusal} onFiles={held.take} />
    case 'sending':
      return <Sending state={state} onCancel={held.cancel} />
    case 'failed':
      return (
        <>
          <Banner kind="error">{state.text}</Banner>
          <div className="upload-acts">
            {state.canRetry ? (
              <Button type="primary" autoFocus onClick={held.retry}>
                {importText('upload.retry')}
              </Button>
            ) : null}
            <Button onClick={held.restart}>{importText('upload.other')}</Button>
          </div>
        </>
      )
    case 'same':
      return null
  }
}

function Zone({
  refusal,
  onFiles,
}: {
  readonly refusal: string | null
  readonly onFiles: (files: readonly File[]) => void
}) {
  const zone = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isOver = useDrops(zone, onFiles, true)
  return (
    <>
      <div ref={zone} className={isOver ? 'upload-zone is-over' : 'upload-zone'}>
        <Button type="primary" icon={<Icon name="upload" />} onClick={() => input.current?.click()}>
          {importText('upload.choose')}
        </Button>
        <span className="quiet">{importText(isOver ? 'upload.dropNow' : 'upload.drop')}</span>
        <input
          ref={input}
          type="file"
          className="unseen"
          tabIndex={-1}
          aria-label={importText('upload.choose')}
          accept=".xlsx,.csv"
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])])
            // Reset, so that the same file can be chosen again after its correction.
            event.target.value = ''
          }}
        />
      </div>
      {refusal === null ? null : (
        <p className="field-error" role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}

function Sending({
  state: { file, share },
  onCancel,
}: {
  readonly state: Extract<UploadState, { kind: 'sending' }>
  readonly onCancel: () => void
}) {
  const percent = Math.floor(share * 100)
  return (
    <div className="upload-sending">
      <Icon name="file" />
      <span className="upload-name">{file.name}</span>
      <span className="quiet">{sizeText(file.size)}</span>
      <progress max={1} value={share} aria-label={file.name} />
      <span className="quiet">
        {share < 1 ? importText('upload.sending', { percent }) : importText('upload.received')}
      </span>
      <Button autoFocus onClick={onCancel}>
        {importText('upload.cancel')}
      </Button>
    </div>
  )
}

interface SameFileProps {
  readonly file: File
  readonly uploaded: ImportUploadView
  readonly onOpen: (importId: string) => void
  readonly onRestart: () => void
}

/** The same content was imported before, perhaps by another person, whose run is named but not linked. */
function SameFile({ file, uploaded, onOpen, onRestart }: SameFileProps) {
  const client = useQueryClient()
  const { duplicate, importId, taskId } = uploaded
  if (!duplicate) return null
  const earlier = duplicate.importId
  /** Discards the second run, whether or not it has been read by now. */
  const dropThis = async (): Promise<void> => {
    // The call has shown a refusal.
    await downloadsApi.cancel(taskId).catch(() => undefined)
    void client.invalidateQueries({ queryKey: importKeys.all })
  }
  const state = pageText(`imports.states.${duplicate.state}`)
  return (
    <div className="upload-same">
      <Banner kind="warning">
        <strong>{importText('upload.sameTitle')}</strong>
        <p>{importText('upload.same', { name: file.name, by: duplicate.by, at: timeText(duplicate.at), state })}</p>
      </Banner>
      <div className="upload-acts">
        {earlier === null ? null : (
          <Button type="primary" onClick={() => void dropThis().then(() => onOpen(earlier))}>
            {importText('upload.openEarlier')}
          </Button>
        )}
        <Button type={earlier === null ? 'primary' : 'default'} onClick={() => onOpen(importId)}>
          {importText('upload.goOn')}
        </Button>
        <Button onClick={() => void dropThis().then(onRestart)}>{importText('upload.dropThis')}</Button>
      </div>
    </div>
  )
}
