import { loadAreaTexts } from '#kernel/console/client/i18n.ts'
import { definePages } from '#kernel/console/pages.ts'

/** Texts of changes come with the first page of one, not with the first load. */
const texts = () => loadAreaTexts('change-request')

/** Desktop pages of changes by approval. */
export const pages = definePages(null, [
  {
    path: '/master/pc/change/list',
    load: () => import('./ChangeListPage.tsx'),
    texts,
  },
  {
    path: '/master/pc/change/apply',
    load: () => import('./ChangeApplyPage.tsx'),
    texts,
    parent: '/master/pc/change/list',
  },
  {
    path: '/master/pc/change',
    load: () => import('./ChangeApprovalPage.tsx'),
    texts,
    parent: '/master/pc/change/list',
  },
])
