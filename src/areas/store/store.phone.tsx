import { definePages } from '#kernel/web/console/pages.ts'
import { recordPhonePages } from '#kernel/web/console/record/record-phone-pages.ts'

const paths = ['store', 'storeImage', 'warehouse', 'location'].map((name) => `/master/mobile/${name}`)

/** Phone pages of the store area. */
export const pages = definePages(null, [
  {
    path: '/store/mobile/own',
    load: () => import('./own-store/OwnStorePhonePage.tsx'),
    texts: async () => (await import('#kernel/web/console/record/record-texts.ts')).loadRecordTexts('store'),
  },
  ...recordPhonePages('store', paths, () => import('./records/store-records.ts'), {
    storeImage: async () => ({ default: (await import('./images/ImageAudit.tsx')).ImageAudit }),
  }),
])
