import { loadAreaTexts } from '#kernel/web/console/client/i18n.ts'
import { definePages } from '#kernel/web/console/pages.ts'

/** Texts of changes are loaded with the first page of one, not with the first load. */
const texts = () => loadAreaTexts('change-request')

/** Phone pages of changes by approval. */
export const pages = definePages(null, [
  {
    path: '/master/mobile/change',
    load: () => import('./record-change/ChangeApprovalPhonePage.tsx'),
    texts,
  },
  {
    path: '/master/mobile/change/apply',
    load: () => import('./record-change/ChangeApplyPhonePage.tsx'),
    texts,
  },
])
