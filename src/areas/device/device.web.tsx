import { listPage } from '#kernel/web/console/list/read-list/list-page.tsx'
import { definePages } from '#kernel/web/console/pages.ts'

/** Desktop pages of devices; their texts are loaded with them (`device-texts.web.ts`). */
export const pages = definePages(null, [
  {
    path: '/imei/list',
    load: listPage(
      async () => (await import('./device-list/device.list.ts')).devices,
      () => import('./device-texts.web.ts'),
    ),
  },
  { path: '/imei/pc/detail', load: () => import('./device-detail/DeviceDetailPage.tsx'), parent: '/imei/list' },
])
