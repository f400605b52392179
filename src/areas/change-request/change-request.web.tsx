import { loadAreaTexts } from '#kernel/web/console/client/i18n.ts'
import { definePages } from '#kernel/web/console/pages.ts'

/** Texts of changes are loaded with the first page of one, not with the first load. */
const texts = () => loadAreaTexts('change-request')

/** Desktop pages of changes by approval. */
export const pages = definePages(null, [
  {
    path: '/master/pc/change/list',
    load: () => import('./record-change/ChangeListPage.tsx'),
    texts,
  },
  {
    path: '/master/pc/change/apply',
    load: () => import('./record-change/ChangeApplyPage.tsx'),
    texts,
    parent: '/master/pc/change/list',
  },
  {
    path: '/master/pc/change',
    load: () => import('./record-change/ChangeApprovalPage.tsx'),
    texts,
    parent: '/master/pc/change/list',
  },
])
