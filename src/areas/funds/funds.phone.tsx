import { definePages } from '#kernel/web/console/pages.ts'
import { FUNDS_LIST_NAMES } from './lists/funds-list-names.ts'

/** Phone pages of customer funds: one for each list. */
export const pages = definePages(
  null,
  FUNDS_LIST_NAMES.map((name) => ({
    path: `/funds/mobile/${name}`,
    async load() {
      const { FundsPhoneList } = await import('./lists/FundsPhoneList.tsx')
      return { default: () => <FundsPhoneList key={name} name={name} /> }
    },
  })),
)
