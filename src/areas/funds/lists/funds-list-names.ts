/** The lists of customer funds; each has its pages, its calls and its declaration under this name. */
export const FUNDS_LIST_NAMES = ['account', 'rebate', 'flow', 'receivable', 'invoice'] as const
export type FundsListName = (typeof FUNDS_LIST_NAMES)[number]
