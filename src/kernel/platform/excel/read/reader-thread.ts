import { Worker } from 'node:worker_threads'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { createSemaphore } from '#kernel/platform/jobs/semaphore.ts'
import type { SheetRow } from '../cell.ts'
import { excelErrors } from '../excel.errors.ts'
import { type ReaderAnswer, type ReaderTask, unpackRows } from './reader-wire.ts'

const MAX_WORKERS = 2
const HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }

const semaphore = createSemaphore({ atOnce: MAX_WORKERS })

export interface ThreadTimes {
  /** Time-out of the thread's own work; the receiver's time does not count. */
  readonly workMs: number
  /** Time-out for a free slot. */
  readonly waitMs: number
}

/**
 * Reads a file in a thread with a bounded heap, batch by batch: the thread is at most a few batches ahead of the
 * receiver. Stopping early ends the thread. With `mayTakeBytes` the bytes are transferred and no longer usable here.
 */
export async function* readInThread(
  task: ReaderTask,
  { workMs, waitMs }: ThreadTimes,
  warn: (warning: Refusal) => void,
  mayTakeBytes: boolean,
): AsyncGenerator<readonly SheetRow[]> {
  await semaphore.acquire(waitMs, () => new Refused(excelErrors.timeout()))
  const worker = new Worker(new URL('./read-workbook.worker.ts', import.meta.url), {
    workerData: task,
    transferList: mayTakeBytes ? [task.bytes.buffer as ArrayBuffer] : [],
    env: {},
    execArgv: [],
    resourceLimits: HEAP,
  })
  const answers = answersOf(worker)
  let left = workMs
  try {
    for (;;) {
      const since = performance.now()
      const answer = await answers.next(left)
      left -= performance.now() - since
      if (answer.kind === 'done') return
      if (answer.kind === 'refused') throw new Refused(answer.refusals)
      if (answer.kind === 'warned') warn(answer.warning)
      else {
        yield unpackRows(answer.rows)
        worker.postMessage('more')
      }
    }
  } finally {
    await worker.terminate()
    semaphore.release()
  }
}

/** The messages of the thread one by one; its end rejects. */
function answersOf(worker: Worker): { next(patienceMs: number): Promise<ReaderAnswer> } {
  const arrived: ReaderAnswer[] = []
  let failure: Error | null = null
  let wake = () => {}
  const fail = (error: Error) => {
    failure ??= error
    wake()
  }
  worker.on('message', (answer: ReaderAnswer) => {
    arrived.push(answer)
    wake()
  })
  worker.on('error', (error) => fail(isOutOfMemory(error) ? new Refused(excelErrors.bomb()) : (error as Error)))
  worker.on('exit', (code) => fail(new Error(`the reader of an upload ended with code ${code}`)))
  return {
    async next(patienceMs) {
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      const timer = setTimeout(() => fail(new Refused(excelErrors.timeout())), Math.max(0, patienceMs))
      if (arrived.length === 0 && !failure) await promise
      clearTimeout(timer)
      const answer = arrived.shift()
      if (answer) return answer
      throw failure ?? new Error('nothing arrived')
    },
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
