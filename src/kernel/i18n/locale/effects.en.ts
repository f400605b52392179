import type { effectErrors } from '#kernel/effects/effects.errors.ts'
import type { EffectState } from '#kernel/effects/effect.ts'
import type { ErrorTexts } from '#kernel/errors/errors.ts'

/** Why a side effect was not done, in English. */
export const effects = {
  nothingFailed: 'Nothing of this document failed, or it is being done again already',
  oldProcess: 'Only a new-process flow can be closed',
  refused: 'The other system refused it ({status}): {answer}',
  unavailable: 'The other system cannot take it now ({status})',
  unreachable: 'The other system cannot be reached ({cause})',
  timeout: 'The other system did not answer within {seconds} s',
  fault: 'It could not be sent because of a fault on this side; the server log has the details',
} satisfies ErrorTexts<typeof effectErrors>

/** The spec's words for pushes (section 4). */
export const pushStates = {
  pendingPushed: 'Pending Pushed',
  pushing: 'Pushing',
  succeededPushed: 'Succeeded Pushed',
  failedPushed: 'Failed Pushed',
  nonPush: 'Non-push',
} satisfies Record<EffectState, string>

/** Beside a push on the page of its document. */
export const pushes = {
  title: 'Told to other systems',
  line: 'line {line}',
  noTarget: 'No address is configured for it',
  next: 'tried again at {time}',
  attempts: 'attempts: {count}',
}
