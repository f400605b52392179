import { Refused } from '#kernel/base/errors/errors.ts'
import { fileErrors } from './attachment.errors.ts'
import type { FilesStore } from './files-store.ts'

export type ScanAnswer =
  | { readonly kind: 'clean' }
  /** What the scanner calls it. */
  | { readonly kind: 'infected'; readonly threat: string }
  /** The reason is for the log. */
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Looks through a file for what would harm whoever opens it. */
export interface FileScanner {
  /**
   * Reads the bytes, to their end unless it knows enough before. It throws only what the bytes threw: a scanner that
   * cannot be asked, or gives no answer in time, is `unavailable`.
   */
  scan(bytes: AsyncIterable<Uint8Array>): Promise<ScanAnswer>
}

export interface ScannedFiles {
  readonly files: FilesStore
  /** Null where none is set up. */
  readonly scanner: FileScanner | null
}

/**
 * Refuses a file that has just been put into the store where it is not clean, or where nobody can say so now. It stands
 * between the upload and the row that makes the file somebody's; the caller removes what was refused.
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

/** The same for a file that is read at once and never kept. */
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
