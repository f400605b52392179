import type { AttachmentView } from '#kernel/approval/approval-wire.ts'
import { ApiError, get, uploadHeaders, type WireRefusal } from '../client/api.ts'
import { pageText } from '../client/i18n.ts'

/** An upload that has not moved for so long is given up: a whole one may take longer than any call. */
const STALLED_MS = 30_000

interface Answer {
  readonly code?: number
  readonly msg?: string
  readonly requestId?: string
  readonly data?: AttachmentView
  readonly error?: WireRefusal
}

/**
 * Sends one file and answers what the server made of it. `onProgress` gets the share that has left, from 0 to 1. Where
 * the session ended meanwhile, the person signs in and it is sent once more. Aborting rejects with a status of 0.
 */
export async function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<AttachmentView> {
  try {
    return await sendFile(file, onProgress, signal)
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.status !== 401) throw cause
    // A call of the ordinary kind lets the person sign in again, or leaves the page.
    await get('/api/v1/admin/user/current', { handles: true, signal })
    return await sendFile(file, onProgress, signal)
  }
}

/** A fetch does not say how much of its body has left; this does. */
function sendFile(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<AttachmentView> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const lost = (): void =>
      reject(new ApiError({ status: 0, code: 'network', msg: pageText('attachments.brokenOff') }))
    const stalled = (): ReturnType<typeof setTimeout> => setTimeout(() => request.abort(), STALLED_MS)
    let timer = stalled()
    const moved = (): void => {
      clearTimeout(timer)
      timer = stalled()
    }
    request.upload.addEventListener('progress', (event) => {
      moved()
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      const answer = readAnswer(request.responseText)
      if (request.status === 200 && answer.data) resolve(answer.data)
      else reject(failureOf(request.status, answer))
    })
    request.addEventListener('error', lost)
    request.addEventListener('abort', lost)
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    })
    const cancel = (): void => request.abort()
    signal.addEventListener('abort', cancel)
    request.open('POST', '/aps/attachment/file/upload')
    for (const [name, value] of Object.entries(uploadHeaders())) request.setRequestHeader(name, value)
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

function readAnswer(text: string): Answer {
  try {
    return JSON.parse(text) as Answer
  } catch {
    return {}
  }
}

function failureOf(status: number, { msg, code, requestId, error }: Answer): ApiError {
  return new ApiError({
    status,
    msg: msg || pageText('http.other', { status }),
    ...(code === undefined ? {} : { code }),
    ...(requestId === undefined ? {} : { requestId }),
    refusals: error ? [error] : [],
  })
}
