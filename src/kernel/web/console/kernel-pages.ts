import { definePages } from './pages.ts'
import { loadTaskTexts } from './tasks/task-texts.ts'

/** Pages that belong to no area, except the error pages, which are part of the frame. */
export const kernelPages = definePages(
  null,
  [
    { path: '/index', load: () => import('./home/HomePage.tsx') },
    { path: '/download/center', load: () => import('./downloads/DownloadCenterPage.tsx') },
    { path: '/imports', load: () => import('./imports/ImportsPage.tsx'), parent: '/download/center' },
    { path: '/imports/run', load: () => import('./imports/ImportRunPage.tsx'), parent: '/imports' },
    { path: '/tasks/absence', load: () => import('./absence/AbsencePage.tsx') },
    { path: '/tasks/pc', load: () => import('./approval/MyTasksPage.tsx'), texts: loadTaskTexts },
    { path: '/system/monitor', load: () => import('./monitor/MonitorPage.tsx') },
    { path: '/system/jobs', load: () => import('./monitor/GivenUpJobsPage.tsx') },
    { path: '/system/undelivered', load: () => import('./monitor/UndeliveredPage.tsx') },
    { path: '/system/registry', load: () => import('./monitor/RegistryPage.tsx') },
  ],
  {
    homeCards: [
      {
        key: 'downloads',
        page: '/download/center',
        order: 40,
        load: async () => ({ default: (await import('./downloads/DownloadsCard.tsx')).DownloadsCard }),
      },
    ],
  },
)

/** Pages of notifications; their texts are loaded with them. */
export const notifyPages = definePages('notify', [
  { path: '/notifications', load: () => import('./notify/NotificationsPage.tsx') },
  {
    path: '/notifications/settings',
    load: () => import('./notify/NotificationSettingsPage.tsx'),
    parent: '/notifications',
  },
])
