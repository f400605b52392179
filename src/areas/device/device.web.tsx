import { definePages } from '#kernel/web/console/pages.ts'

/** Desktop pages of devices; their texts come with them (`device-texts.ts`). */
export const pages = definePages(null, [
  { path: '/imei/list', load: () => import('./device-list/DeviceListPage.tsx') },
  { path: '/imei/pc/detail', load: () => import('./device-detail/DeviceDetailPage.tsx'), parent: '/imei/list' },
])
