import { chooseRefusalText, pageText, textsAtHand } from './i18n.ts'
import { seeBuild } from './new-version.ts'
import { notify } from './live/notices.ts'
import { pendingRenewal } from './session/session-end.ts'
import { currentLanguage, storage } from './storage.ts'
import { reloadKeepingInput } from './unsaved.ts'

/** Spec section 9. */
export const TIME_OUT_MS = 30_000
const CSRF_CODE = 'WEB-SECURITY-1001'
const CSRF_RENEWED_AT = 'csrfRenewedAt'
/** A token older than this is renewed silently before an act; the server accepts it for longer (access/csrf.ts). */
const CSRF_RENEWED_AFTER_MS = 3_600_000
/** A second renewal within this time means that renewing does not help, and prevents a reload loop. */
const CSRF_LOOP_MS = 10_000

/** One reason of a refusal in wire form; `row` is its zero-based line. */
export interface WireRefusal {
  /** The changes for `approval.contentChanged` and `approval.newRound` (approval-wire.ts ContentChangedData). */
  readonly data?: unknown
  readonly key: string
  readonly params: Readonly<Record<string, string | number>>
  readonly field?: string
  readonly row?: number
  /** The further table of the document that the row is of; without it the lines. */
  readonly table?: string
  readonly msg?: string
}

/** A failed call. `status` 0 means that no answer arrived, so its effect is unknown. */
export class ApiError extends Error {
  readonly status: number
  readonly code: number | string
  readonly requestId: string
  readonly refusal: WireRefusal | null
  readonly refusals: readonly WireRefusal[]
  readonly data: unknown

  constructor(failure: {
    status: number
    msg: string
    code?: number | string
    requestId?: string
    refusals?: readonly WireRefusal[]
    data?: unknown
  }) {
    super(failure.msg)
    this.name = 'ApiError'
    this.status = failure.status
    this.code = failure.code ?? failure.status
    this.requestId = failure.requestId ?? ''
    this.refusals = failure.refusals ?? []
    this.refusal = this.refusals[0] ?? null
    this.data = failure.data
  }

  /** No answer came (time-out, network failure): repeating with the same Idempotency-Key is safe. */
  get isUnanswered(): boolean {
    return this.status === 0
  }
}

export interface CallOptions {
  readonly method?: 'GET' | 'POST'
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** One key per intent of the user, see intent.ts. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /**
   * The caller shows failures itself: `true` for any, or the statuses it handles (often 400, 404, 409). A 401 reaches callers that list it.
   */
  readonly handles?: true | readonly number[]
  /** A call of the sign-in itself: it does not wait for a sign-in and handles a 401 itself. */
  readonly isSignIn?: boolean
  /** Sent even if the page is closed meanwhile. Small bodies only: the browser allows 64 kB. */
  readonly outlivesPage?: boolean
  /** Sends the request in place of fetch, and limits its time itself (upload.ts). */
  readonly transport?: (address: string, request: RequestInit) => Promise<Response>
}

/** Called when the session has ended (session.ts): resolves when the same person is signed in again, never where the page is left. */
let onSessionEnd: (hasActUnderWay: boolean) => Promise<void> = () => Promise.resolve()
export function setSessionEndHandler(handler: (hasActUnderWay: boolean) => Promise<void>): void {
  onSessionEnd = handler
}

/** Requests a fresh sign-in (step-up.ts); returns whether it happened. */
let onStepUp: () => Promise<boolean> = () => Promise.resolve(false)
export function setStepUpHandler(handler: () => Promise<boolean>): void {
  onStepUp = handler
}
const STEP_UP = 'access.stepUp'
const OF_VIEW = 'access.view'

/** Acts awaiting their answer: their content would be lost with the page. */
let actsUnderWay = 0

let actedAt = Number.NEGATIVE_INFINITY
/** When this window's last act was answered (or given up), by the browser's clock; before the first, long ago. */
export function lastActAt(): number {
  return actsUnderWay > 0 ? Date.now() : actedAt
}

/** Calls the API and unwraps the envelope to its data. Failures become an `ApiError`, shown as a toast unless handled. */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  try {
    const response = await send(path, options)
    const envelope = await readEnvelope(response)
    if (response.ok && envelope?.code === 200) return envelope.data as T
    throw await failureOf(response, envelope)
  } catch (cause) {
    await textsAtHand()
    const error = asApiError(cause, options.signal)
    report(error, options)
    throw error
  }
}

export function get<T>(path: string, options: Omit<CallOptions, 'method' | 'body'> = {}): Promise<T> {
  return call<T>(path, { ...options, method: 'GET' })
}

export function post<T>(
  path: string,
  body: unknown = {},
  options: Omit<CallOptions, 'method' | 'body'> = {},
): Promise<T> {
  return call<T>(path, { ...options, method: 'POST', body })
}

export interface FetchedFile {
  readonly blob: Blob
  /** Name from the server. */
  readonly name: string | null
}

export async function fetchFile(path: string, options: Pick<CallOptions, 'handles'> = {}): Promise<FetchedFile> {
  try {
    const response = await send(path, { ...options, method: 'GET' })
    if (!response.ok) throw await failureOf(response, await readEnvelope(response))
    return { blob: await response.blob(), name: fileNameOf(response.headers.get('content-disposition') ?? '') }
  } catch (cause) {
    const error = asApiError(cause)
    report(error, options)
    throw error
  }
}

/** The full UTF-8 name where there is one; the other is the ASCII fallback. */
function fileNameOf(disposition: string): string | null {
  const full = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return full ? decodeURIComponent(full) : (/filename="?([^";]+)/i.exec(disposition)?.[1] ?? null)
}

/** Saves a file as a browser download. */
export function saveFile(file: FetchedFile, fallbackName = 'download'): void {
  const address = URL.createObjectURL(file.blob)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name ?? fallbackName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Fetches a file and saves it under the server's name. */
export async function download(path: string, fallbackName: string): Promise<void> {
  saveFile(await fetchFile(path), fallbackName)
}

/** One request; if the session ended meanwhile, it is repeated once after the same person signed in again. */
async function send(path: string, options: CallOptions): Promise<Response> {
  if (options.isSignIn) return request(path, options)
  const isAct = options.idempotencyKey !== undefined
  actsUnderWay += isAct ? 1 : 0
  try {
    await pendingRenewal()
    if (options.method !== 'GET') await renewCsrfInTime()
    const token = storage.token()
    const response = await request(path, options)
    if (response.status === 403 && (await asksStepUp(response)) && (await onStepUp()))
      return await request(path, options)
    if (response.status !== 401 || token === null || handlesStatus(options, 401)) return response
    // Another call has already restored the session.
    if (storage.token() === token || storage.token() === null) await onSessionEnd(actsUnderWay > 0)
    return await request(path, options)
  } finally {
    if (isAct) {
      actsUnderWay -= 1
      actedAt = Date.now()
    }
  }
}

async function asksStepUp(response: Response): Promise<boolean> {
  return (await readEnvelope(response.clone()))?.error?.key === STEP_UP
}

/** Session and language headers of every call. */
function sessionHeaders(): Record<string, string> {
  const token = storage.token()
  const known = { 'x-language': currentLanguage(), accept: 'application/json' }
  return token ? { ...known, authorization: `Bearer ${token}` } : known
}

async function request(path: string, options: CallOptions): Promise<Response> {
  const method = options.method ?? 'POST'
  const headers = sessionHeaders()
  if (method !== 'GET') headers['x-csrf-token'] = storage.csrfToken()
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  const isForm = options.body instanceof FormData
  if (method !== 'GET' && !isForm) headers['content-type'] = 'application/json'
  const { signal, transport = fetch } = options
  const timeOut = options.transport ? undefined : AbortSignal.timeout(TIME_OUT_MS)
  const response = await transport(path + queryText(options.query), {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: isForm ? (options.body as FormData) : JSON.stringify(options.body ?? {}) }),
    signal: AbortSignal.any([signal, timeOut].filter((each) => each !== undefined)),
    keepalive: options.outlivesPage ?? false,
  })
  seeBuild(response.headers.get('x-build'))
  return response
}

function queryText(query: CallOptions['query']): string {
  const pairs = Object.entries(query ?? {}).filter((pair): pair is [string, string | number] => pair[1] !== undefined)
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`
}

interface Envelope {
  readonly code: number | string
  readonly msg?: string
  readonly data?: unknown
  readonly requestId?: string
  readonly error?: WireRefusal & { readonly refusals?: readonly WireRefusal[] }
  readonly errors?: readonly WireRefusal[]
}

/** An error may arrive as a blob or as a gateway's page: it is read as text, and only our own envelope is trusted. */
async function readEnvelope(response: Response): Promise<Envelope | null> {
  const text = await response.text()
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'code' in value ? (value as Envelope) : null
  } catch {
    return null
  }
}

async function failureOf(response: Response, envelope: Envelope | null): Promise<ApiError> {
  await textsAtHand()
  const status = response.ok ? 500 : response.status
  const all = envelope?.errors ?? envelope?.error?.refusals ?? (envelope?.error ? [envelope.error] : [])
  return new ApiError({
    status,
    code: envelope?.code ?? status,
    msg: envelope?.msg || chooseRefusalText(envelope?.error) || defaultText(status),
    requestId: envelope?.requestId ?? response.headers.get('x-request-id') ?? '',
    refusals: all,
    data: envelope?.data,
  })
}

/** Statuses whose server message is shown, each with its default (spec section 8). */
const DEFAULTS = {
  400: 'http.badRequest',
  403: 'http.forbidden',
  405: 'http.methodDisabled',
  500: 'http.server',
  502: 'http.badGateway',
  503: 'http.unavailable',
  504: 'http.gatewayTimeout',
} as const

function hasDefault(status: number): status is keyof typeof DEFAULTS {
  return status in DEFAULTS
}

function defaultText(status: number): string {
  return hasDefault(status) ? pageText(DEFAULTS[status]) : pageText('http.other', { status })
}

function asApiError(cause: unknown, signal?: AbortSignal): ApiError {
  if (cause instanceof ApiError) return cause
  if (signal?.aborted) return new ApiError({ status: 0, code: 'aborted', msg: '' })
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return new ApiError({ status: 0, code: 'timeout', msg: pageText('http.timeout') })
  }
  if (cause instanceof TypeError) return new ApiError({ status: 0, code: 'network', msg: pageText('http.network') })
  return new ApiError({ status: 0, code: 'unknown', msg: pageText('http.unknown') })
}

function handlesStatus({ handles }: CallOptions, status: number): boolean {
  return handles !== undefined && handles !== true && handles.includes(status)
}

function report(error: ApiError, options: CallOptions): void {
  // An ended session shows no message: the person signs in again.
  if (error.code === 'aborted' || error.status === 401) return
  // A person who declined the fresh sign-in knows why nothing happened.
  if (error.refusal?.key === STEP_UP) return
  // A viewer may not act; refused background calls of the page need no message.
  if (error.refusal?.key.startsWith(OF_VIEW) && options.idempotencyKey === undefined) return
  if (error.code === CSRF_CODE) {
    // Later refusals before the page reloads concern the same token, so the message is shown once.
    if (isRenewing) return
    if (!renewedJustNow()) {
      isRenewing = true
      renewCsrf().catch(() => (isRenewing = false))
      return
    }
  }
  if (options.handles === true || handlesStatus(options, error.status)) return
  const { status, message, requestId } = error
  if (status === 0 || hasDefault(status)) return notify('error', message, requestId)
  // Other statuses have one general text, with the reason below it.
  const general = pageText('http.other', { status })
  notify('error', general, requestId, message === general ? {} : { detail: message })
}

function renewedJustNow(): boolean {
  return Date.now() - Number(sessionStorage.getItem(CSRF_RENEWED_AT) ?? 0) < CSRF_LOOP_MS
}

let renewing: Promise<void> | null = null

/** An ageing token is replaced before the act that would carry it. If that fails the act is sent as it is. */
function renewCsrfInTime(): Promise<void> | null {
  if (storage.token() === null || storage.csrfAgeMs() < CSRF_RENEWED_AFTER_MS) return renewing
  return (renewing ??= get<{ csrfToken: string }>('/api/v1/auth/csrf', { handles: true })
    .then(({ csrfToken }) => storage.setCsrfToken(csrfToken))
    .catch(() => undefined)
    .finally(() => (renewing = null)))
}

/** True from the first refused CSRF token until the page reloads. */
let isRenewing = false

/** With the new token the input can be saved, and then the page reloads. */
async function renewCsrf(): Promise<void> {
  sessionStorage.setItem(CSRF_RENEWED_AT, String(Date.now()))
  const { csrfToken } = await get<{ csrfToken: string }>('/api/v1/auth/csrf')
  storage.setCsrfToken(csrfToken)
  notify('warning', pageText('http.csrfRenewed'))
  setTimeout(() => void reloadKeepingInput().finally(() => (isRenewing = false)), 1_200)
}
