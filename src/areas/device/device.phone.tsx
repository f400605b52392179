import { definePages } from '#kernel/web/console/pages.ts'

/** Phone pages of devices; their texts are loaded with them. */
export const pages = definePages(null, [
  { path: '/imei/mobile/component', load: () => import('./device-list/DeviceListPhonePage.tsx') },
  { path: '/imei/mobile/detail', load: () => import('./device-detail/DeviceDetailPhonePage.tsx') },
])
