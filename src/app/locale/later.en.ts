/** Page titles of areas that are not built yet; an area that is built takes its titles along. */
export const later = {
  '/contract/detail/pc': 'Contract',
  '/contract/approvalDetail/pc': 'Contract Approval',
  '/recharge/detail/pc': 'Recharge',
}

export type LaterTitles = { readonly [K in keyof typeof later]: string }
