import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { ImportUploadView } from '#kernel/services/imports/import-wire.ts'
import { ApiError } from '../client/api.ts'
import { createIntent, underIntent } from '../client/intent.ts'
import { notify } from '../client/live/notices.ts'
import { holdUnsaved } from '../client/unsaved.ts'
import { importApi, type ImportParams } from './import-api.ts'
import { importText } from './import-text.ts'

export type UploadState =
  | { readonly kind: 'waiting'; readonly refusal: string | null }
  /** `share` from 0 to 1. */
  | { readonly kind: 'sending'; readonly file: File; readonly share: number }
  /** `canRetry`: the network failed, not the file. */
  | { readonly kind: 'failed'; readonly file: File; readonly text: string; readonly canRetry: boolean }
  /** Uploaded, but the same content was imported before: the person chooses. */
  | { readonly kind: 'same'; readonly file: File; readonly uploaded: ImportUploadView }

interface ImportUpload {
  readonly state: UploadState
  readonly take: (files: readonly File[]) => void
  readonly retry: () => void
  readonly cancel: () => void
  readonly restart: () => void
}

const WAITING: UploadState = { kind: 'waiting', refusal: null }
const KINDS = /\.(xlsx|csv)$/i

/** A refusal known without reading the content. */
function refusalOf(file: File): string | null {
  if (!KINDS.test(file.name)) return importText('upload.wrongType')
  return file.size === 0 ? importText('upload.empty') : null
}

/** One upload: retried automatically when the network is back, and surviving the end of a session. */
export function useImportUpload(
  kind: string,
  params: ImportParams | undefined,
  onUploaded: (uploaded: ImportUploadView) => void,
): ImportUpload {
  const [state, setState] = useState<UploadState>(WAITING)
  const control = useRef<AbortController | null>(null)
  const done = useRef(onUploaded)
  const [intent] = useState(createIntent)
  useEffect(() => {
    done.current = onUploaded
  })
  const send = useCallback(
    async (file: File): Promise<void> => {
      const mine = new AbortController()
      control.current = mine
      setState({ kind: 'sending', file, share: 0 })
      const onProgress = (share: number): void => {
        if (!mine.signal.aborted) setState({ kind: 'sending', file, share })
      }
      try {
        const { name, size, lastModified } = file
        const uploaded = await underIntent(intent, { name, size, lastModified, params }, (idempotencyKey) =>
          importApi.upload(kind, file, params, onProgress, { idempotencyKey, signal: mine.signal }),
        )
        if (mine.signal.aborted) return
        if (uploaded.duplicate) setState({ kind: 'same', file, uploaded })
        else done.current(uploaded)
      } catch (cause) {
        if (mine.signal.aborted) return
        const error = cause instanceof ApiError ? cause : null
        const status = error?.status ?? 0
        const text = importText('upload.failed', { msg: error?.message ?? '' })
        setState({ kind: 'failed', file, text, canRetry: status === 0 || status === 429 || status >= 500 })
      } finally {
        if (control.current === mine) control.current = null
      }
    },
    [kind, params, intent],
  )
  const stop = useCallback(() => {
    control.current?.abort()
    control.current = null
  }, [])
  useEffect(() => stop, [stop])
  useHeldFile(state)
  useReturnOfNetwork(state, send)
  return {
    state,
    take([file, another]) {
      if (!file) return
      if (another) notify('info', importText('upload.onlyOne', { name: file.name }))
      const refusal = refusalOf(file)
      if (refusal === null) void send(file)
      else setState({ kind: 'waiting', refusal })
    },
    retry: () => {
      if (state.kind === 'failed') void send(state.file)
    },
    cancel: () => {
      stop()
      setState({ kind: 'waiting', refusal: importText('upload.cancelled') })
    },
    restart: () => setState(WAITING),
  }
}

/** An upload counts as unsaved input: if the session ends meanwhile it is renewed over the page, and a reload asks first. */
function useHeldFile(state: UploadState): void {
  const owner = useId()
  const isHeld = state.kind === 'sending' || state.kind === 'failed'
  useEffect(() => {
    holdUnsaved(owner, isHeld ? [{ save: () => Promise.resolve(false) }] : [])
    return () => holdUnsaved(owner, [])
  }, [owner, isHeld])
}

function useReturnOfNetwork(state: UploadState, send: (file: File) => Promise<void>): void {
  const file = state.kind === 'failed' && state.canRetry ? state.file : null
  useEffect(() => {
    if (!file) return undefined
    const again = (): void => void send(file)
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [file, send])
}
