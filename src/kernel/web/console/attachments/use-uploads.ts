import { useCallback, useEffect, useRef, useState } from 'react'
import type { UploadedView } from '#kernel/platform/files/attachment-wire.ts'
import type { AttachmentRule } from '#kernel/engine/definition/definition.ts'
import { ApiError } from '../client/api.ts'
import { pageText } from '../client/i18n.ts'
import { refusalOf } from './attachment-texts.ts'
import { uploadFile } from './upload-file.ts'

/** A running or failed upload. */
export interface AttachmentUpload {
  readonly id: number
  readonly file: File
  /** From 0 to 1. */
  readonly share: number
  readonly error: string | null
  /** The network failed, not the file. */
  readonly canRetry: boolean
}

export interface Uploads {
  readonly uploads: readonly AttachmentUpload[]
  readonly add: (files: readonly File[]) => void
  readonly retry: (id: number) => void
  /** Cancels it, or dismisses a failed one. */
  readonly drop: (id: number) => void
}

interface Options {
  readonly rule: AttachmentRule
  /** Number of files already attached. */
  readonly attached: number
  readonly onDone: (file: UploadedView) => void
  /** Called with the message about files that were not tried. */
  readonly onLeftOut: (text: string) => void
}

/** One after the other: in parallel they would share the connection, and be attached in another order than chosen. */
const AT_ONCE = 1

/** The row shows the name already. */
function withoutName(text: string, name: string): string {
  const isNamed = text.startsWith(name.replace(/\.[^.]+$/, ''))
  const rest = isNamed ? /^.*?[:：]\s*(.+)$/u.exec(text.slice(name.length))?.[1] : undefined
  return rest === undefined ? text : rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** The uploads of one field: independent, retried when the network is back, and aborted when the field unmounts. */
export function useUploads({ rule, attached, onDone, onLeftOut }: Options): Uploads {
  const [uploads, setUploads] = useState<readonly AttachmentUpload[]>([])
  const running = useRef(new Map<number, AbortController>())
  /** Never started twice automatically: an effect may still see an upload that has just ended. */
  const started = useRef(new Set<number>())
  const latest = useRef(uploads)
  const lastId = useRef(0)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
    latest.current = uploads
  })
  const change = useCallback((id: number, values: Partial<AttachmentUpload>) => {
    setUploads((now) => now.map((each) => (each.id === id ? { ...each, ...values } : each)))
  }, [])

  const start = useCallback(
    async ({ id, file }: AttachmentUpload): Promise<void> => {
      const control = new AbortController()
      running.current.set(id, control)
      started.current.add(id)
      try {
        const taken = await uploadFile(file, (share) => change(id, { share }), control.signal)
        setUploads((now) => now.filter((each) => each.id !== id))
        done.current(taken)
      } catch (cause) {
        if (control.signal.aborted) return
        const { status, message } =
          cause instanceof ApiError ? cause : { status: 0, message: pageText('attachments.failed') }
        change(id, {
          error: withoutName(message, file.name),
          share: 0,
          canRetry: status === 0 || status === 429 || status >= 500,
        })
      } finally {
        running.current.delete(id)
      }
    },
    [change],
  )
  const retry = useCallback(
    (id: number) => {
      started.current.delete(id)
      change(id, { error: null, canRetry: false, share: 0 })
    },
    [change],
  )
  useEffect(() => {
    const waiting = uploads.filter(({ id, error }) => error === null && !started.current.has(id))
    for (const upload of waiting.slice(0, AT_ONCE - running.current.size)) void start(upload)
  }, [uploads, start])
  useEffect(() => {
    const again = (): void => {
      for (const { id } of latest.current.filter((each) => each.canRetry)) retry(id)
    }
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [retry])
  useEffect(() => {
    const [all, begun] = [running.current, started.current]
    return () => {
      for (const [id, control] of all) {
        control.abort()
        // If the page was only in the background, it starts again when it returns.
        begun.delete(id)
      }
      all.clear()
    }
  }, [])

  return {
    uploads,
    add(files) {
      const free = Math.max(0, rule.max - attached - uploads.length)
      if (files.length > free)
        onLeftOut(pageText('attachments.onlySome', { taken: free, given: files.length, max: rule.max }))
      const added = files.slice(0, free).map((file): AttachmentUpload => {
        lastId.current += 1
        return { id: lastId.current, file, share: 0, error: refusalOf(file, rule), canRetry: false }
      })
      setUploads((now) => [...now, ...added])
    },
    retry,
    drop(id) {
      running.current.get(id)?.abort()
      setUploads((now) => now.filter((each) => each.id !== id))
    },
  }
}
