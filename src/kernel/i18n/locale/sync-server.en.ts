import type { ErrorTexts } from '#kernel/errors/errors.ts'
import type { syncErrors } from '#kernel/sync/sync.errors.ts'

/** What is said of synchronizations, in English. The server puts it into words: no page loads it. */
export const syncErrorTexts = {
  schedule: 'A schedule is five fields: minute, hour, day, month, weekday; such as 30 2 * * * or */15 8-18 * * 1-5',
  mappingLine: 'Line {line} of the mapping is not written like code = customerNo',
  mappingField: '{record} has no field {field}',
  mappingTwice: '{field} stands twice in the mapping',
  mappingMissing: 'The key of the record is missing in the mapping: {fields}',
  mappingConstant: '{field}: a fixed value can be fetched, not told',
  mappingSecret: '{field} is told only by a setting of somebody who may read it whole',
  notFound: 'It does not exist, or is outside your scope',
  runsAlready: 'This interface runs already, or waits for its turn',
  isDisabled: 'The setting or its system is disabled',
  notRunning: 'This run is over already',
  noKey: 'It has no last key: the next run begins at the beginning anyway',
  noSecret: 'No secret is configured under the name {name}',
  forbidden: 'The address is not encrypted, or leads into a network that is not allowed',
  unreachable: 'The other system cannot be reached ({cause})',
  timeout: 'The other system did not answer within {seconds} s',
  unanswered: 'The connection broke before the other system answered ({cause})',
  unavailable: 'The other system cannot take it now ({status})',
  refused: 'The other system refused it ({status}): {answer}',
  missing: 'Asked for the message, the other system does not know it',
  deciding: 'The other system has it and has not decided yet',
  tooLong: 'The answer is longer than {megabytes} MB, or broke off',
  badAnswer: 'The answer is not what was agreed: {what}',
  endless: 'Stopped after {pages} pages: the last key did not get on',
  noRow: 'Not a row: an object with names and values was expected',
  noKeyInRow: 'Nothing says which record it is about',
  noState: 'There is no state {state}',
  fault: 'A fault on this side; the log of the worker has the details',
} satisfies ErrorTexts<typeof syncErrors>
