/** Constraint violations caused by concurrent changes: a referenced key was removed, or a unique value or range of days was taken. */
const CONFLICT_CODES = new Set<unknown>(['23503', '23505', '23P01'])

/** PostgreSQL's code for a transaction to be retried; the retry sees the other change. */
export function serializationFailure(cause?: unknown): Error {
  return Object.assign(new Error('what was read has changed', { cause }), { code: '40001' })
}

/** Writes rows that may have changed since they were read. */
export async function mapWriteConflict<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    throw CONFLICT_CODES.has((error as { readonly code?: unknown }).code) ? serializationFailure(error) : error
  }
}
