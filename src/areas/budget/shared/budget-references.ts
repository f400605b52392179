// References of settings that the server of this area resolves itself.

/** A budget line or a pool. */
export const budgetTarget = { names: 'targets', keyType: 'text' } as const
/** How it is controlled. */
export const budgetMode = { names: 'modes', keyType: 'text' } as const
/** Its owner: a writer also sees candidates. */
export const budgetPerson = {
  names: 'people',
  keyType: 'text',
  selector: { path: '/gs/{idcCode}/oversea/aps/budget/owner/list', most: 200, code: 'account', name: 'name' },
} as const
