/** A key that is not there any more or is named meanwhile, a value or a span of days that somebody else took in the same moment. */
const CONFLICT_CODES = new Set<unknown>(['23503', '23505', '23P01'])

/** PostgreSQL's word for a transaction that is to be tried again: it then answers by what is there. */
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
