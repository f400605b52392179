import { definePages } from '#kernel/web/console/pages.ts'
import { FUNDS_LIST_NAMES } from './lists/funds-list-names.ts'

/** Desktop pages of customer funds. */
export const pages = definePages(
  null,
  FUNDS_LIST_NAMES.map((name) => ({
    path: `/funds/pc/${name}`,
    load: async () => {
      const { FundsListPage } = await import('./lists/FundsListPage.tsx')
      return { default: () => <FundsListPage name={name} /> }
    },
  })),
)
