// What settings of budgets name in a way of their own: the server of this area reads the names.

/** A budget line or a pool. */
export const budgetTarget = { names: 'targets', keyType: 'text' } as const
/** How it is controlled. */
export const budgetMode = { names: 'modes', keyType: 'text' } as const
/** Who answers for it: a writer also knows the people who may. */
export const budgetPerson = { names: 'people', keyType: 'text' } as const
