import { recordError } from './error-log.ts'
import { pageText } from './i18n.ts'
import { notify } from './live/notices.ts'
import { reloadKeepingInput } from './unsaved.ts'

/** Spec section 9: a script or style that hangs counts as failed after this. */
const TIME_OUT_MS = 120_000

/** A chunk could not be loaded: a new version was deployed, or the network failed. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
}

/** Loads a chunk. A failure is shown with the offer to reload, and thrown to the caller. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${TIME_OUT_MS} ms`)), TIME_OUT_MS)
  })
  try {
    return await Promise.race([load(), tooLong])
  } catch (cause) {
    throw reportChunkFailure(cause)
  } finally {
    clearTimeout(timer)
  }
}

/** Both the bundler's loader and the caller report a failure: it is shown once. */
const reported = new WeakMap<Error, ChunkLoadError>()

function reportChunkFailure(cause: unknown): ChunkLoadError {
  const reason = cause instanceof Error ? cause : new Error(String(cause))
  const known = reported.get(reason)
  if (known) return known
  const error = new ChunkLoadError(reason.message, { cause })
  reported.set(reason, error)
  recordError(error, 'chunk')
  notify('error', pageText('http.chunk'), '', {
    detail: pageText('http.chunkHint'),
    action: { text: pageText('common.reload'), act: () => void reloadKeepingInput() },
  })
  return error
}

/** Whether an error caught by a boundary is a failed chunk, whatever requested it. */
export function isChunkFailure(error: unknown): boolean {
  return error instanceof ChunkLoadError || (error instanceof Error && reported.has(error))
}

/** Called by the bundler's loader, because some callers do not await the chunk. */
export function watchChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    reportChunkFailure((event as Event & { payload?: unknown }).payload)
  })
}
