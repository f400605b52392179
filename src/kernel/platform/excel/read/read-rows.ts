import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { batching } from './batching.ts'
import type { ReadLimits, SheetRow } from '../cell.ts'
import { excelErrors } from '../excel.errors.ts'
import { kindOf, parseFile, sizeToRead } from './parse-file.ts'
import { headerOf, type ParseRequest } from './parse-workbook.ts'
import { readInThread } from './reader-thread.ts'

export interface ReadOptions extends ReadLimits {
  /** The file's name as given by the person: only .csv, .tsv and .txt are read as text. */
  readonly fileName?: string
  /** Name of the sheet; by default the first visible one. */
  readonly sheet?: string
  /** Time-out of the reading itself; the time of the receiver does not count. */
  readonly timeoutMs?: number
  /** Time-out for a free slot among readers of large files. */
  readonly waitMs?: number
}

/** A sheet being read: the header first, the rows below it in batches. */
export interface SheetStream {
  /** Titles in the first row that is not blank, from column A on. */
  readonly header: readonly string[]
  /** To be iterated once, or closed. Any batch may throw a refusal. */
  readonly batches: AsyncIterable<readonly SheetRow[]>
  /** Warnings about the whole file; complete when the header is there. */
  readonly warnings: readonly Refusal[]
  /** Ends the reading early; not needed after iterating the batches or leaving their loop. */
  close(): Promise<void>
}

const TIMEOUT_MS = 15_000

/** Files up to this size are read in the calling thread: that takes milliseconds, less than starting a thread. */
const INLINE_BYTES = 512 * 1024

/**
 * Reads one sheet of an uploaded workbook, or a csv file, batch by batch. Any other or harmful file is refused with a typed reason: see
 * {@link excelErrors}. Nothing is written to disk, no formula is evaluated, no link is followed. Memory holds the uploaded file, the shared
 * texts of its workbook and a few batches; a large file is read in a thread of its own.
 *
 * @throws Refused here or while the batches come
 */
export async function readRows(
  source: Uint8Array | AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<SheetStream> {
  const { sheet, fileName = '', timeoutMs = TIMEOUT_MS, waitMs = timeoutMs, ...limits } = options
  const { bytes, isOurs } = await collect(source, options.maxBytes)
  const request: ParseRequest = { kind: kindOf(bytes, fileName), limits, ...(sheet === undefined ? {} : { sheet }) }
  const warnings: Refusal[] = []
  const warn = (warning: Refusal) => void warnings.push(warning)
  // Unpacking stops at the declared size, so a file cannot claim to be small.
  const batches =
    sizeToRead(bytes, request) <= INLINE_BYTES
      ? readHere(bytes, request, warn)
      : readInThread({ bytes, request }, { workMs: timeoutMs, waitMs }, warn, isOurs)
  const first = await batches.next()
  const [head, ...rest] = first.done ? [] : first.value
  if (!head) throw new Refused(excelErrors.emptySheet())
  return {
    header: headerOf(head),
    batches: startingWith(rest, batches),
    warnings,
    close: async () => void (await batches.return(undefined)),
  }
}

async function* startingWith(
  rest: readonly SheetRow[],
  batches: AsyncGenerator<readonly SheetRow[]>,
): AsyncGenerator<readonly SheetRow[]> {
  try {
    if (rest.length > 0) yield rest
    yield* batches
  } finally {
    await batches.return(undefined)
  }
}

async function* readHere(
  bytes: Uint8Array,
  request: ParseRequest,
  warn: (warning: Refusal) => void,
): AsyncGenerator<readonly SheetRow[]> {
  const found: SheetRow[][] = []
  const sink = batching(
    (rows) => found.push(rows),
    warn,
    async () => {},
  )
  await parseFile(bytes, request, sink)
  sink.finish()
  yield* found
}

/** The whole file; `isOurs` where nothing else holds these bytes, so that they may be transferred to a thread. */
async function collect(
  source: Uint8Array | AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; isOurs: boolean }> {
  const tooLarge = () => new Refused(excelErrors.tooLarge({ limit: megabytes(maxBytes) }))
  if (source instanceof Uint8Array) {
    if (source.byteLength > maxBytes) throw tooLarge()
    return { bytes: source, isOurs: false }
  }
  // A resizable buffer: joining a list of chunks would hold a large file twice.
  const room = new ArrayBuffer(0, { maxByteLength: maxBytes })
  for await (const chunk of source) {
    const end = room.byteLength
    if (end + chunk.byteLength > maxBytes) throw tooLarge()
    room.resize(end + chunk.byteLength)
    new Uint8Array(room, end).set(chunk)
  }
  return { bytes: new Uint8Array(room.transferToFixedLength()), isOurs: true }
}

function megabytes(bytes: number): string {
  return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`
}
