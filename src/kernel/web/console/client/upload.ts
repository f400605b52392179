import { ApiError, get, uploadHeaders, type WireRefusal } from './api.ts'
import { pageText } from './i18n.ts'

/** An upload without progress for this long is given up; a whole one may take longer than any call. */
const STALLED_MS = 30_000

interface Answer {
  readonly code?: number
  readonly msg?: string
  readonly requestId?: string
  readonly data?: unknown
  readonly error?: WireRefusal
}

export interface Upload {
  /** Path of the receiving call. */
  readonly path: string
  readonly form: FormData
  /** Called with the share sent, from 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
  /** One key per intent of the user: repeated because its answer got lost, it is still one upload. */
  readonly idempotencyKey?: string
}

/**
 * Sends a form with a file and returns the server's answer. If the session ended meanwhile, the person signs in and it
 * is sent again. Aborting rejects with status 0.
 */
export async function sendUpload<T>(upload: Upload): Promise<T> {
  try {
    return (await send(upload)) as T
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.status !== 401) throw cause
    // An ordinary call lets the person sign in again, or leaves the page.
    await get('/api/v1/admin/user/current', { handles: true, signal: upload.signal })
    return (await send(upload)) as T
  }
}

/** XMLHttpRequest, because fetch reports no upload progress. */
function send({ path, form, onProgress, signal, idempotencyKey }: Upload): Promise<unknown> {
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
    request.open('POST', path)
    for (const [name, value] of Object.entries(uploadHeaders())) request.setRequestHeader(name, value)
    if (idempotencyKey) request.setRequestHeader('idempotency-key', idempotencyKey)
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
