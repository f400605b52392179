import { definePages } from '#kernel/web/console/pages.ts'
import type { FundsListName } from './lists/funds-list-names.ts'

/** Desktop pages of customer funds. */
export const pages = definePages(null, [
  { path: '/funds/pc/account', load: () => listOf('account') },
  { path: '/funds/pc/rebate', load: () => listOf('rebate') },
  { path: '/funds/pc/flow', load: () => listOf('flow') },
  { path: '/funds/pc/receivable', load: () => listOf('receivable') },
  { path: '/funds/pc/invoice', load: () => listOf('invoice') },
])

async function listOf(name: FundsListName) {
  const { FundsListPage } = await import('./lists/FundsListPage.tsx')
  return { default: () => <FundsListPage name={name} /> }
}
