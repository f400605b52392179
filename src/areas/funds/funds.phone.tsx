import { definePages } from '#kernel/web/console/pages.ts'
import type { FundsListName } from './lists/funds-list-names.ts'

/** Phone pages of customer funds. */
export const pages = definePages(null, [
  { path: '/funds/mobile/account', load: () => listOf('account') },
  { path: '/funds/mobile/rebate', load: () => listOf('rebate') },
  { path: '/funds/mobile/flow', load: () => listOf('flow') },
  { path: '/funds/mobile/receivable', load: () => listOf('receivable') },
  { path: '/funds/mobile/invoice', load: () => listOf('invoice') },
])

async function listOf(name: FundsListName) {
  const { FundsPhoneList } = await import('./lists/FundsPhoneList.tsx')
  return { default: () => <FundsPhoneList key={name} name={name} /> }
}
