/** The states of a document that one approval decides. */
export const APPROVAL_STATES = {
  draft: 'grey',
  underApproval: 'blue',
  approved: 'green',
  rejected: 'red',
  cancelled: 'grey',
} as const

/** Drafting actions, and one approval by this template. Its rights are `<rights>.submit` and `<rights>.approve`. */
export function approvalActions(rights: string, approval: string) {
  const submit = `${rights}.submit`
  const approve = `${rights}.approve`
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
export function postingActions(rights: string, approval: string) {
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

/** The same, and the action that repeats failed pushes of what was approved. */
export function pushedActions(rights: string, approval: string) {
  const retry = {
    from: ['approved'],
    to: 'approved',
    by: 'operator',
    right: `${rights}.retry`,
    retries: true,
    repeats: true,
  } as const
  return { ...postingActions(rights, approval), retry }
}

/** The plans of every end but an approval, each made for its action. */
export function releasePlans<P>(planOf: (action: string) => P) {
  return {
    reject: planOf('reject'),
    return: planOf('return'),
    terminate: planOf('terminate'),
    withdraw: planOf('withdraw'),
  }
}
