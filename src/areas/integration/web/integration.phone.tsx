import { definePages } from '#kernel/console/pages.ts'
import { recordPhonePages } from '#kernel/console/record/record-phone-pages.ts'

/** Phone pages of the area. */
export const pages = definePages(null, [
  ...recordPhonePages(
    'integration',
    ['/master/mobile/syncSetting', '/master/mobile/externalSystem'],
    () => import('../records/integration-records.ts'),
  ),
])
