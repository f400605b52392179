import { definePages } from '#kernel/console/pages.ts'
import { recordPhonePages } from '#kernel/console/record/record-phone-pages.ts'

/** Phone pages of the area. */
export const pages = definePages('integration', [
  ...recordPhonePages(
    'integration',
    ['/master/mobile/syncSetting', '/master/mobile/externalSystem'],
    () => import('../records/integration-records.ts'),
  ),
])
