import { definePages } from '#kernel/console/pages.ts'
import { recordPages } from '#kernel/console/record/record-pages.ts'

const paths = ['store', 'storeImage', 'warehouse', 'location'].map((name) => `/master/pc/${name}`)

/** Desktop pages of the store area. */
export const pages = definePages(
  null,
  recordPages('store', paths, () => import('../records/store-records.ts'), {
    storeImage: async () => ({ default: (await import('./ImageAudit.tsx')).ImageAudit }),
  }),
)
