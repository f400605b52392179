import { Worker } from 'node:worker_threads'
import { type Refusal, Refused } from '#kernel/errors/errors.ts'
import { createTurns } from '#kernel/jobs/turns.ts'
import type { ReadLimits, SheetContent, SheetRow } from './cell.ts'
import { excelErrors } from './excel.errors.ts'
import { headerOf, openWorkbook, type ParseRequest, parseWorkbook } from './parse-workbook.ts'

export interface ReadOptions extends ReadLimits {
  /** Name of the sheet; without one the first visible. */
  readonly sheet?: string
  /** Of the whole read, waiting for a free worker included. */
  readonly timeoutMs?: number
}

export interface WorkerTask {
  readonly bytes: Uint8Array
  readonly request: ParseRequest
}

export type WorkerAnswer =
  | { readonly kind: 'rows'; readonly rows: SheetRow[] }
  | { readonly kind: 'refused'; readonly refusals: readonly Refusal[] }
  | { readonly kind: 'done' }

const TIMEOUT_MS = 15_000

/** Up to here a file is read where the request is: some milliseconds, less than starting a worker. */
const INLINE_BYTES = 512 * 1024

const MAX_WORKERS = 2
const WORKER_HEAP_MB = 256

/**
 * Reads one sheet of an uploaded workbook. Everything that is no harmless workbook is refused with a
 * typed reason: see {@link excelErrors}. Nothing is written to disk, no formula is evaluated, no address
 * is followed; a large file is read in a worker thread with a bounded heap and a time limit.
 */
export async function readSheet(
  source: Uint8Array | AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<SheetContent> {
  const bytes = await collect(source, options.maxBytes)
  const { sheet, timeoutMs = TIMEOUT_MS, ...limits } = options
  const request: ParseRequest = { limits, ...(sheet === undefined ? {} : { sheet }) }
  const entries = openWorkbook(bytes, limits.maxUncompressedBytes)
  let declared = 0
  for (const entry of entries.values()) declared += entry.declaredBytes
  const rows: SheetRow[] = []
  // Unpacking stops at the declared size, so a file cannot pretend to be small.
  if (declared <= INLINE_BYTES) await parseWorkbook(bytes, entries, request, (row) => rows.push(row))
  else await readInWorker({ bytes, request }, timeoutMs, (more) => rows.push(...more))
  const [first, ...rest] = rows
  if (!first) throw new Refused(excelErrors.emptySheet())
  return { header: headerOf(first), rows: rest }
}

async function collect(source: Uint8Array | AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new Refused(excelErrors.tooLarge({ limit: megabytes(maxBytes) }))
  if (source instanceof Uint8Array) {
    if (source.byteLength > maxBytes) throw tooLarge()
    return source
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    length += chunk.byteLength
    if (length > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function megabytes(bytes: number): string {
  return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`
}

const turns = createTurns({ atOnce: MAX_WORKERS })

async function readInWorker(task: WorkerTask, timeoutMs: number, receive: (rows: SheetRow[]) => void): Promise<void> {
  const deadline = performance.now() + timeoutMs
  await turns.take(timeoutMs, () => new Refused(excelErrors.timeout()))
  try {
    await runWorker(task, deadline - performance.now(), receive)
  } finally {
    turns.pass()
  }
}

function runWorker(task: WorkerTask, timeoutMs: number, receive: (rows: SheetRow[]) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const worker = new Worker(new URL('./read-workbook.worker.ts', import.meta.url), {
    workerData: task,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
  })
  const timer = setTimeout(() => reject(new Refused(excelErrors.timeout())), timeoutMs)
  worker.on('message', (answer: WorkerAnswer) => {
    if (answer.kind === 'rows') receive(answer.rows)
    else if (answer.kind === 'refused') reject(new Refused(answer.refusals))
    else resolve()
  })
  worker.on('error', (error) => reject(isOutOfMemory(error) ? new Refused(excelErrors.bomb()) : error))
  worker.on('exit', (code) => reject(new Error(`the workbook reader ended with code ${code}`)))
  return promise.finally(async () => {
    clearTimeout(timer)
    await worker.terminate()
  })
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
