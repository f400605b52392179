import { Worker } from 'node:worker_threads'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { createSemaphore } from '#kernel/platform/jobs/semaphore.ts'
import { printErrors } from './print.errors.ts'
import { type PrintModel, rowsOf } from './print-model.ts'

export type PdfAnswer = { readonly bytes: Uint8Array } | { readonly fault: string }

/** Less than the browser waits for a call (spec section 9), including the wait for a free worker. */
const TIMEOUT_MS = 28_000

/** Layout is pure processor work: more workers would only slow each down. */
const MAX_WORKERS = 2

/** Further requests are refused with a time-out instead of queued. */
const MOST_WAITING = 30

/** 10,000 lines of eight columns take 370 MB of it (docs/performance.md). */
const WORKER_HEAP_MB = 768

/** A worker keeps its fonts and metrics, so the next print is quick; an idle one ends and frees its memory. */
const IDLE_MS = 60_000

/** After a document with more rows the worker ends at once to free its memory. */
const KEEP_ROWS = 2_000

interface Idle {
  readonly worker: Worker
  readonly timer: NodeJS.Timeout
}

const idle: Idle[] = []
const semaphore = createSemaphore({
  atOnce: MAX_WORKERS,
  mostWaiting: MOST_WAITING,
  each: { atOnce: 1, mostWaiting: 5 },
})
const busy = () => new Refused(httpErrors.busy())

/** The document as a PDF, made in a thread of its own, so that this one keeps answering. `who` gets one at a time. */
export async function renderPdf(model: PrintModel, who?: string, timeoutMs = TIMEOUT_MS): Promise<Uint8Array> {
  const waitedMs = await semaphore.acquire(timeoutMs, busy, who)
  // A document that waited most of its time for a slot is not known to be too large.
  const tooSlow = waitedMs > timeoutMs / 2 ? httpErrors.busy() : printErrors.tooLarge()
  try {
    return await runWorker(model, timeoutMs - waitedMs, tooSlow)
  } finally {
    semaphore.release(who)
  }
}

async function runWorker(model: PrintModel, timeoutMs: number, tooSlow: Refusal): Promise<Uint8Array> {
  const worker = idleWorker() ?? startWorker()
  const { promise, resolve, reject } = Promise.withResolvers<PdfAnswer>()
  const timer = setTimeout(() => reject(new Refused(tooSlow)), timeoutMs)
  const onError = (error: unknown) => reject(isOutOfMemory(error) ? new Refused(printErrors.tooLarge()) : error)
  const onExit = (code: number) => reject(new Error(`the printing worker ended with code ${code}`))
  worker.once('message', resolve).once('error', onError).once('exit', onExit)
  worker.ref()
  let isSound = false
  try {
    worker.postMessage(model)
    const answer = await promise
    isSound = 'bytes' in answer && rowsOf(model) <= KEEP_ROWS
    if ('fault' in answer) throw new Error(`a document could not be printed: ${answer.fault}`)
    return answer.bytes
  } finally {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', onError).off('exit', onExit)
    if (isSound) rest(worker)
    else void worker.terminate()
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./render-pdf.worker.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
  })
}

function idleWorker(): Worker | undefined {
  const found = idle.pop()
  clearTimeout(found?.timer)
  return found?.worker
}

/** An idle worker keeps no process alive. */
function rest(worker: Worker): void {
  worker.unref()
  const timer = setTimeout(() => {
    idle.splice(
      idle.findIndex((each) => each.worker === worker),
      1,
    )
    void worker.terminate()
  }, IDLE_MS)
  timer.unref()
  idle.push({ worker, timer })
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
