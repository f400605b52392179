import { productNow } from '#kernel/base/clock/clock.ts'
import { redact } from '#kernel/base/errors/redact.ts'
import { ApiError } from './api.ts'
import { ownBuild } from './new-version.ts'

/** Where an error was seen; `part` names the drawn part it happened in. */
type Source = 'window' | 'rejection' | 'render' | 'chunk'

/** An error of this page, as the panel lists it (spec section 2). Nothing in it says who or carries a secret. */
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
/** A page that fails in a circle tells the server about it, and then is still. */
const MOST_SENT = 20
/** As the server takes them (client-error.routes.ts). */
const LONGEST = { message: 1_000, stack: 4_000, url: 500, part: 200 } as const
/** The browser's own complaint about a layout that needed another round: nothing failed. */
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

/** One error may come by several ways: the part that failed, the boundary around it, the rejection nobody caught. */
const seen = new WeakSet<Error>()

/** Puts an error into the panel and, the first time, into the server's log. Refusals of calls are told where they belong. */
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
    url: redact(location.pathname + location.search).slice(0, LONGEST.url),
    stack,
    times: 1,
  }
  change([entry, ...errors].slice(0, MOST_KEPT))
  send(entry)
}

/** Without the session and without waiting: an error that cannot be told must not become another one. */
function send({ message, info, part, url, stack }: LoggedError): void {
  if (sent >= MOST_SENT) return
  sent += 1
  void fetch('/api/v1/client-errors', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, info, part, url, stack, build: ownBuild() }),
    keepalive: true,
  }).catch(() => undefined)
}

/** Collects what nobody caught: errors of scripts, rejections, and scripts and styles of the page that did not load. */
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
    // Failures of elements do not bubble.
    { capture: true },
  )
  window.addEventListener('unhandledrejection', (event) => recordError(event.reason, 'rejection'))
}

interface DrawnIn {
  readonly componentStack?: string | undefined
}

/** What React tells of errors while drawing, whether a boundary caught them or not. */
export const drawingErrors = {
  onCaughtError: recordDrawing,
  onUncaughtError: recordDrawing,
}

function recordDrawing(error: unknown, { componentStack }: DrawnIn): void {
  console.error(error)
  recordError(error, 'render', /at (\w+)/.exec(componentStack ?? '')?.[1] ?? '')
}
