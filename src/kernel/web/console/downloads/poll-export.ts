import { ApiError } from '../client/api.ts'

/** Of a polled call: not ready (spec section 4). */
const NOT_READY = 9_000_007
/** Spec section 9. */
export const EVERY_MS = 3_000
export const MOST_TRIES = 60

/** Repeats a call while it answers that the file is not ready; null after the last try. */
export async function pollExport<T>(ask: () => Promise<T>): Promise<T | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== NOT_READY) throw error
    }
    if (tries === MOST_TRIES) return null
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}
