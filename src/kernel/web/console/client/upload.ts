import { ApiError, call, TIME_OUT_MS } from './api.ts'
import { pageText } from './i18n.ts'

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

/** Sends a form with a file like every other call, and reports its progress. The caller shows failures beside the file. */
export function sendUpload<T>({ path, form, onProgress, ...options }: Upload): Promise<T> {
  return call<T>(path, {
    ...options,
    body: form,
    handles: true,
    transport: (address, request) => transmit(address, request, onProgress),
  })
}

/**
 * Sends by XMLHttpRequest, because fetch reports no upload progress. It is given up when nothing moved for as long as
 * any call may take; a whole upload may take longer.
 */
function transmit(address: string, request: RequestInit, onProgress: Upload['onProgress']): Promise<Response> {
  return new Promise((resolve, reject) => {
    // The person may cancel while the CSRF token is renewed.
    request.signal?.throwIfAborted()
    const sending = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const moved = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        reject(new DOMException('nothing moved', 'TimeoutError'))
        sending.abort()
      }, TIME_OUT_MS)
    }
    const lost = (): void =>
      reject(new ApiError({ status: 0, code: 'network', msg: pageText('attachments.brokenOff') }))
    const cancel = (): void => sending.abort()
    moved()
    sending.upload.addEventListener('progress', (event) => {
      moved()
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    sending.addEventListener('load', () => resolve(responseOf(sending)))
    sending.addEventListener('error', lost)
    sending.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    sending.addEventListener('loadend', () => {
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', cancel)
    })
    request.signal?.addEventListener('abort', cancel)
    sending.open('POST', address)
    for (const [name, value] of Object.entries(request.headers ?? {})) sending.setRequestHeader(name, value as string)
    sending.send(request.body as FormData)
  })
}

/** With the headers that the call reads of an answer. */
function responseOf(sent: XMLHttpRequest): Response {
  const headers = ['x-build', 'x-request-id'].map((name): [string, string] => [
    name,
    sent.getResponseHeader(name) ?? '',
  ])
  return new Response(sent.responseText || null, { status: sent.status, headers })
}
