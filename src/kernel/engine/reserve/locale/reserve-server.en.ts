import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { reserveErrors } from '../reserve.errors.ts'

/** Texts of unconfirmed reserves, in English. */
export const reserveErrorTexts = {
  occupying:
    'Occupying: the finance system has not confirmed yet that the money is held. Nothing is approved before that',
  failToOccupy: 'Fail To Occupy: the finance system does not hold the money, so nothing can be approved. {reason}',
  refused: 'The finance system refused it ({status}): {answer}',
  unavailable: 'The finance system cannot take it now ({status})',
  unreachable: 'The finance system cannot be reached ({cause})',
  timeout: 'The finance system did not answer within {seconds} s; it is asked before it is told again',
  deciding: 'The finance system has it and has not decided yet',
  expired: 'Nothing was confirmed before the deadline',
  fault: 'It could not be sent because of a fault on this side; the server log has the details',
  waits: 'It waits until what round {round} held is released',
  badSignature: 'The signature is not right, or the message is too old',
} satisfies ErrorTexts<typeof reserveErrors>
