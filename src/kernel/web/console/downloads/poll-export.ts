import { ApiError } from '../client/api.ts'

/** Of a polled call: not ready (spec section 4). */
const NOT_READY = 9_000_007
/** Spec section 9. */
export const EVERY_MS = 3_000
export const MOST_TRIES = 60

interface Polling {
  /** Called once, when the first answer is that it takes a while. */
  readonly onWait: () => void
}

/** Repeats a call while it answers that the file is not ready; null after the last try. */
export async function pollExport<T>(ask: () => Promise<T>, { onWait }: Polling): Promise<T | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== NOT_READY) throw error
    }
    if (tries === MOST_TRIES) return null
    if (tries === 1) onWait()
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}
