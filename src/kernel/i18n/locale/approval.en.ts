import type { ErrorTexts } from '#kernel/errors/errors.ts'
import type { approvalErrors } from '#kernel/errors/kernel-errors.ts'

export const approvalErrorTexts = {
  notYourTask: 'This task is not yours',
  taskDone: 'This task was already handled',
  drafterCannotApprove: 'The drafter cannot approve',
  alreadyActed: 'You already acted on this document',
  contentChanged: 'The document changed since it was shown to you. Read it again before you decide',
  newRound: 'The document was submitted again since it was shown to you. Read what changed before you decide',
  variableComputed: 'The server computes "{name}"; it cannot be set',
  notKept: '"{name}" is nothing that is kept beside an approval',
  opinionRequired: 'An audit opinion is required',
  reasonRequired: 'A rejection reason is required',
  noApprover: 'Nobody may approve the step "{step}", please contact the administrator',
  notRunning: 'This approval is no longer running',
  templateMissing: 'The approval template {template} is not set up',
  rateMissing:
    'There is no budget rate of {currency} to {reporting}, and the route depends on the amount. Please contact the administrator',
} satisfies ErrorTexts<typeof approvalErrors>

/** What the engine does, in words that pages, print and messages share. */
export const approval = {
  skip: {
    condition: 'Not needed for this document',
    acted: 'Already acted on this document',
    empty: 'Nobody in this role, moved up',
    kept: 'Unchanged, the earlier approval stands',
  },
  decisions: {
    submit: 'Submitted',
    agree: 'Agreed',
    reject: 'Rejected',
    return: 'Returned',
    withdraw: 'Withdrawn',
    transfer: 'Transferred',
    delegate: 'Delegated',
    answer: 'Answered',
    addBefore: 'Added a signer before',
    addAfter: 'Added a signer after',
    removeSigner: 'Removed a signer',
    circulate: 'Circulated',
    comment: 'Commented',
    urge: 'Urged',
    terminate: 'Terminated',
    retry: 'Retried',
    close: 'Closed',
    remind: 'Reminded',
    escalate: 'Escalated',
    keep: 'Kept',
    handOver: 'Handed over',
  },
  /** How an approval ended. */
  states: {
    running: 'Under Approval',
    approved: 'Approved',
    rejected: 'Rejected',
    returned: 'Returned',
    withdrawn: 'Withdrawn',
    terminated: 'Terminated',
  },
  modes: { any: 'any one of them', all: 'all of them', sequential: 'one after another', share: 'a share of them' },
  /** Who acted where nobody did. */
  clock: 'Time limit',
  submitStep: 'Submit',
}
