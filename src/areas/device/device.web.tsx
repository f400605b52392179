import { definePages } from '#kernel/web/console/pages.ts'

/** Desktop pages of devices; their texts are loaded with them (`device-texts.web.ts`). */
export const pages = definePages(null, [
  { path: '/imei/list', load: () => import('./device-list/DeviceListPage.tsx') },
  { path: '/imei/pc/detail', load: () => import('./device-detail/DeviceDetailPage.tsx'), parent: '/imei/list' },
])
