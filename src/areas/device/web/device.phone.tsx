import { definePages } from '#kernel/console/pages.ts'

/** Phone pages of devices; their texts come with them. */
export const pages = definePages(null, [
  { path: '/imei/mobile/component', load: () => import('./DeviceListPhonePage.tsx') },
  { path: '/imei/mobile/detail', load: () => import('./DeviceDetailPhonePage.tsx') },
])
