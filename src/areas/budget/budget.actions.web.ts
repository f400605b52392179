import type { PageAction } from '#kernel/web/console/palette/page-actions.ts'
import { applyAddress, transferAddress } from './shared/budget-addresses.web.ts'
import { pageLabel } from './shared/budget-texts.web.ts'

/** What the search offers to begin, at both widths. */
export const actions: readonly PageAction[] = [
  {
    key: 'newGrant',
    page: '/budget/pc/country/apply',
    icon: 'plus',
    label: () => pageLabel('newGrant'),
    address: () => applyAddress('grant', undefined),
  },
  {
    key: 'newRevoke',
    page: '/budget/pc/country/apply',
    icon: 'minus',
    label: () => pageLabel('newRevoke'),
    address: () => applyAddress('revoke', undefined),
  },
  {
    key: 'newCountryTransfer',
    page: '/budget/pc/transfer/apply',
    icon: 'share',
    label: () => pageLabel('newCountryTransfer'),
    address: () => transferAddress('country', undefined),
  },
  {
    key: 'newProjectTransfer',
    page: '/budget/pc/transfer/apply',
    icon: 'share',
    label: () => pageLabel('newProjectTransfer'),
    address: () => transferAddress('project', undefined),
  },
]
