import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { effectErrors } from '../effects.errors.ts'

/** Texts of failed side effects, in English. */
export const effectErrorTexts = {
  oldProcess: 'Only a new-process flow can be closed',
  refused: 'The other system refused it ({status}): {answer}',
  unavailable: 'The other system cannot take it now ({status})',
  unreachable: 'The other system cannot be reached ({cause})',
  timeout: 'The other system did not answer within {seconds} s',
  fault: 'It could not be sent because of a fault on this side; the server log has the details',
} satisfies ErrorTexts<typeof effectErrors>
