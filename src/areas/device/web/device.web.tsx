import { definePages } from '#kernel/console/pages.ts'

/** Desktop pages of devices; their texts come with them (`device-texts.ts`). */
export const pages = definePages(null, [
  { path: '/imei/list', load: () => import('./DeviceListPage.tsx') },
  { path: '/imei/pc/detail', load: () => import('./DeviceDetailPage.tsx'), parent: '/imei/list' },
])
