import { definePages } from '#kernel/web/console/pages.ts'
import { recordPages } from '#kernel/web/console/record/record-pages.ts'

const paths = ['store', 'storeImage', 'warehouse', 'location'].map((name) => `/master/pc/${name}`)

/** Desktop pages of the store area. */
export const pages = definePages(null, [
  {
    path: '/store/pc/own',
    load: () => import('./own-store/OwnStorePage.tsx'),
    texts: async () => (await import('#kernel/web/console/record/record-texts.ts')).loadRecordTexts('store'),
  },
  ...recordPages('store', paths, () => import('./records/store-records.ts'), {
    storeImage: async () => ({ default: (await import('./images/ImageAudit.tsx')).ImageAudit }),
  }),
])
