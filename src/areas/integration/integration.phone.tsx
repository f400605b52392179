import { definePages } from '#kernel/web/console/pages.ts'
import { recordPhonePages } from '#kernel/web/console/record/record-phone-pages.ts'

/** Phone pages of the area. */
export const pages = definePages(null, [
  ...recordPhonePages(
    'integration',
    ['/master/mobile/syncSetting', '/master/mobile/externalSystem'],
    () => import('./records/integration-records.ts'),
  ),
])
