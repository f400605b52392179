import { definePages } from '#kernel/web/console/pages.ts'

/** Desktop pages of devices, without that of the list; their texts are loaded with them (`device-texts.web.ts`). */
export const pages = definePages(null, [], {
  records: [
    {
      path: '/imei/pc/detail',
      load: () => import('./device-detail/DeviceDetailPage.tsx'),
      parent: '/imei/list',
      isFirst: true,
    },
  ],
})
