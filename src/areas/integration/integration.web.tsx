import { definePages } from '#kernel/web/console/pages.ts'
import { recordPages } from '#kernel/web/console/record/record-pages.ts'

/** Desktop pages of the integration area. */
export const pages = definePages('integration', [
  ...recordPages(
    'integration',
    ['/master/pc/syncSetting', '/master/pc/externalSystem'],
    () => import('./records/integration-records.ts'),
    { syncSetting: async () => ({ default: (await import('./setting/SettingNow.tsx')).SettingNow }) },
  ),
  { path: '/master/pc/syncRun', load: () => import('./log/RunListPage.tsx') },
  { path: '/master/pc/syncPush', load: () => import('./log/PushListPage.tsx') },
])
