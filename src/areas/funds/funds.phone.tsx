import { definePages } from '#kernel/web/console/pages.ts'

/** Phone pages of customer funds. */
export const pages = definePages(
  null,
  (['account', 'rebate', 'flow', 'receivable', 'invoice'] as const).map((name) => ({
    path: `/funds/mobile/${name}`,
    async load() {
      const { FundsPhoneList } = await import('./lists/FundsPhoneList.tsx')
      return { default: () => <FundsPhoneList key={name} name={name} /> }
    },
  })),
)
