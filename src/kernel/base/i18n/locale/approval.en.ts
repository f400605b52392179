import { reserveStates } from './reserve.en.ts'

/** Words of the approval engine that pages, print and messages share. */
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
    act: 'Changed',
    remind: 'Reminded',
    escalate: 'Escalated',
    keep: 'Kept',
    handOver: 'Handed over',
    ...reserveStates,
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
  /** Shown as the actor when nobody acted. */
  clock: 'Time limit',
  submitStep: 'Submit',
}
