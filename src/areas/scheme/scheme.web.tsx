import { definePages } from '#kernel/web/console/pages.ts'

/** Desktop pages of schemes, without those of documents. */
export const pages = definePages('scheme', [
  { path: '/scheme/list', load: () => import('./life/SchemeListPage.tsx') },
  { path: '/scheme/detail', load: () => import('./life/SchemeDetailPage.tsx'), parent: '/scheme/list' },
  { path: '/scheme/priceProtectionProposals/list', load: () => import('./price-protection/ProposalListPage.tsx') },
  { path: '/scheme/withhold/run', load: () => import('./withhold-run/WithholdRunPage.tsx') },
])
