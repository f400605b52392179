import { loadAreaTexts } from '#kernel/console/client/i18n.ts'
import { definePages } from '#kernel/console/pages.ts'

/** Texts of changes come with the first page of one, not with the first load. */
const texts = () => loadAreaTexts('change-request')

/** Phone pages of changes by approval. */
export const pages = definePages(null, [
  {
    path: '/master/mobile/change',
    load: () => import('./ChangeApprovalPhonePage.tsx'),
    texts,
  },
  {
    path: '/master/mobile/change/apply',
    load: () => import('./ChangeApplyPhonePage.tsx'),
    texts,
  },
])
