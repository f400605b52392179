import { productNow } from '#kernel/base/clock/clock.ts'
import { redact } from '#kernel/base/errors/redact.ts'
import { ApiError } from './api.ts'
import { ownBuild } from './new-version.ts'
import { addressWithoutTicket } from './ticket-address.ts'

/** Where an error was caught; `part` names the component. */
type Source = 'window' | 'rejection' | 'render' | 'chunk'

/** An error of this page, as the panel lists it (spec section 2). Its address is whole, with what the person searched for, but without the ticket of a sign-in; what the server is told of it contains no personal data and no secrets. */
export interface LoggedError {
  readonly id: number
  /** Instant in UTC. */
  readonly at: string
  readonly message: string
  readonly info: Source
  readonly part: string
  readonly url: string
  readonly stack: string
  readonly times: number
}

const MOST_KEPT = 50
/** A page that fails in a loop reports to the server this often, then stops. */
const MOST_SENT = 20
/** The server's limits (client-error.routes.ts). */
const LONGEST = { message: 1_000, stack: 4_000, url: 500, part: 200 } as const
/** The browser's ResizeObserver loop notice, which is no failure. */
const HARMLESS = /^ResizeObserver loop/

let errors: readonly LoggedError[] = []
let nextId = 1
let sent = 0
const listeners = new Set<() => void>()

export function loggedErrors(): readonly LoggedError[] {
  return errors
}

export function onErrorLog(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function clearErrorLog(): void {
  change([])
}

function change(next: readonly LoggedError[]): void {
  errors = next
  for (const listener of listeners) listener()
}

/** One error may arrive several ways: from the failed part, the boundary around it, and an unhandled rejection. */
const seen = new WeakSet<Error>()

/** Adds an error to the panel and, the first time, to the server's log. Refusals of calls are shown elsewhere. */
export function recordError(cause: unknown, info: Source, part = ''): void {
  if (cause instanceof ApiError) return
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const message = redact(`${error.name}: ${error.message}`).slice(0, LONGEST.message)
  if (seen.has(error) || HARMLESS.test(error.message)) return
  seen.add(error)
  const stack = redact(error.stack ?? '').slice(0, LONGEST.stack)
  const known = errors.find((old) => old.message === message && old.stack === stack)
  if (known) return change(errors.map((old) => (old === known ? { ...old, times: old.times + 1 } : old)))
  const entry: LoggedError = {
    id: nextId++,
    at: productNow().toISOString(),
    message,
    info,
    part: redact(part).slice(0, LONGEST.part),
    // A script may fail before the page has taken the ticket from its address.
    url: (location.origin + addressWithoutTicket() + location.hash).slice(0, LONGEST.url),
    stack,
    times: 1,
  }
  change([entry, ...errors].slice(0, MOST_KEPT))
  send(entry)
}

/** Without session and without waiting: a failed report must not become another error. */
function send({ message, info, part, stack }: LoggedError): void {
  if (sent >= MOST_SENT) return
  sent += 1
  const url = redact(location.pathname + location.search).slice(0, LONGEST.url)
  void fetch('/api/v1/client-errors', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, info, part, url, stack, build: ownBuild() }),
    keepalive: true,
  }).catch(() => undefined)
}

/** Collects uncaught errors: of scripts, rejections, and scripts and styles that did not load. */
export function watchErrors(): void {
  window.addEventListener(
    'error',
    (event) => {
      const { target } = event
      if (target instanceof HTMLScriptElement) recordError(new Error(`did not load: ${target.src}`), 'chunk')
      else if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
        recordError(new Error(`did not load: ${target.href}`), 'chunk')
      else if (target === window) recordError(event.error ?? event.message, 'window')
    },
    // Load failures of elements do not bubble.
    { capture: true },
  )
  window.addEventListener('unhandledrejection', (event) => recordError(event.reason, 'rejection'))
}

interface DrawnIn {
  readonly componentStack?: string | undefined
}

/** Errors that React reports while rendering, whether a boundary caught them or not. */
export const drawingErrors = {
  onCaughtError: recordDrawing,
  onUncaughtError: recordDrawing,
}

function recordDrawing(error: unknown, { componentStack }: DrawnIn): void {
  console.error(error)
  recordError(error, 'render', /at (\w+)/.exec(componentStack ?? '')?.[1] ?? '')
}
