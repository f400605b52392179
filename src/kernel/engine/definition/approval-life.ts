/** The states of a document that one approval decides. */
export const APPROVAL_STATES = {
  draft: 'grey',
  underApproval: 'blue',
  approved: 'green',
  rejected: 'red',
  cancelled: 'grey',
} as const

interface ApprovalRights {
  readonly submit: string
  readonly approve: string
}

/** Drafting actions, and one approval by this template. */
export function approvalActions({ submit, approve }: ApprovalRights, approval: string) {
  return {
    save: {
      from: ['draft', 'rejected'],
      to: 'draft',
      by: 'drafter',
      right: submit,
      content: 'draft',
      needs: ['idcCode', 'areaId'],
    },
    delete: { from: ['draft'], to: 'draft', by: 'drafter', right: submit, removes: true, bulk: true },
    submit: {
      from: ['draft', 'rejected'],
      to: 'underApproval',
      by: 'drafter',
      right: submit,
      content: 'submitted',
      approval,
    },
    approve: { from: ['underApproval'], to: 'approved', by: 'approval', right: approve },
    reject: { from: ['underApproval'], to: 'rejected', by: 'approval', right: approve },
    return: { from: ['underApproval'], to: 'rejected', by: 'approval', right: approve },
    terminate: { from: ['underApproval'], to: 'cancelled', by: 'approval', right: 'approval.administer' },
    withdraw: { from: ['underApproval'], to: 'draft', by: 'drafter', right: submit },
  } as const
}

/** The same where the submit reserves, the last approval settles and every other end releases. */
export function postingActions(rights: ApprovalRights, approval: string) {
  const { save, delete: remove, ...life } = approvalActions(rights, approval)
  return {
    save,
    delete: remove,
    submit: { ...life.submit, posts: true },
    approve: { ...life.approve, posts: true },
    reject: { ...life.reject, posts: true },
    return: { ...life.return, posts: true },
    terminate: { ...life.terminate, posts: true },
    withdraw: { ...life.withdraw, posts: true },
  } as const
}

/** The action that repeats failed pushes of what was approved. */
export function retryAction(right: string) {
  return { from: ['approved'], to: 'approved', by: 'operator', right, retries: true } as const
}
