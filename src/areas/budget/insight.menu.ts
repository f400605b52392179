import type { MenuEntry } from '#kernel/platform/access/area.ts'
import { insight as en } from './locale/insight.en.ts'
import { insight as zh } from './locale/insight.zh.ts'

const BUDGETS = 'budget.country.view'
/** The checks of the ledger. */
const VIEW = 'budget.check.view'
const RUN = 'budget.check.run'

function entry(
  text: keyof typeof en.menu,
  more: Pick<MenuEntry, 'code' | 'url' | 'sortIndex' | 'rights'> & Partial<MenuEntry>,
): MenuEntry {
  const shared = { pcode: 'budget', icon: '', routingCache: false, hidden: false, buttons: [] }
  return { ...shared, name: zh.menu[text], nameEn: en.menu[text], ...more }
}

/** The year's charts, and the ledger's self-check. */
export const insightMenu: readonly MenuEntry[] = [
  entry('overview', {
    code: 'budget_overview',
    icon: 'wallet',
    url: '/budget/pc/overview',
    sortIndex: 205,
    rights: [BUDGETS],
    routingCache: true,
    buttons: [BUDGETS],
  }),
  entry('overviewMobile', {
    code: 'budget_overview_mobile',
    url: '/budget/mobile/overview',
    sortIndex: 206,
    rights: [BUDGETS],
    hidden: true,
    buttons: [BUDGETS],
  }),
  entry('selfCheck', {
    code: 'budget_self_check',
    icon: 'check',
    url: '/budget/pc/self-check',
    sortIndex: 239,
    rights: [VIEW],
    buttons: [VIEW, RUN],
  }),
]

export const insightRights = {
  [VIEW]: { zh: zh.rights.checkView, en: en.rights.checkView },
  [RUN]: { zh: zh.rights.checkRun, en: en.rights.checkRun },
}
