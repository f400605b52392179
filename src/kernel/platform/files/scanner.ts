import { Refused } from '#kernel/base/errors/errors.ts'
import { fileErrors } from './attachment.errors.ts'
import type { FilesStore } from './files-store.ts'

export type ScanAnswer =
  | { readonly kind: 'clean' }
  /** The scanner's name for the finding. */
  | { readonly kind: 'infected'; readonly threat: string }
  /** Reason for the log. */
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Scans a file for content that would harm whoever opens it. */
export interface FileScanner {
  /**
   * Reads the bytes, to their end unless it knows enough earlier. It only throws errors of the source: a scanner that
   * cannot be reached or times out is `unavailable`.
   */
  scan(bytes: AsyncIterable<Uint8Array>): Promise<ScanAnswer>
}

export interface ScannedFiles {
  readonly files: FilesStore
  /** Null where none is configured. */
  readonly scanner: FileScanner | null
}

/**
 * Refuses a stored file that is infected or cannot be scanned now. It runs between the upload and the row that gives
 * the file its owner; the caller removes refused files.
 */
export async function mustBeClean({ files, scanner }: ScannedFiles, key: string, name: string): Promise<void> {
  if (!scanner) return
  const stored = await files.open(key)
  if (!stored) throw new Error('a file to be looked through is not in the store')
  try {
    refuse(await scanner.scan(stored.bytes), name)
  } finally {
    stored.bytes.destroy()
  }
}

/** The same for a file that is read at once and never stored. */
export async function bytesMustBeClean(scanner: FileScanner | null, bytes: Uint8Array, name: string): Promise<void> {
  if (scanner) refuse(await scanner.scan(pieces(bytes)), name)
}

const PIECE = 64 * 1024

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}

function refuse(answer: ScanAnswer, name: string): void {
  if (answer.kind === 'infected') throw new Refused(fileErrors.infected({ name, threat: answer.threat }))
  if (answer.kind === 'unavailable') {
    console.error(`the virus scanner gave no answer: ${answer.reason}`)
    throw new Refused(fileErrors.notScanned({ name }))
  }
}
