/** Labels of the menu's own entries in English; those of an area are in its folder. */
export const en = {
  dashboard: 'Dashboard',
  home: 'HomePage',
  process: 'Basic business data',
  processList: 'Basic data at a glance',
  imei: 'IMEI/SN',
  system: 'Administration',
  monitor: 'Approval monitoring',
  jobs: 'Jobs given up',
  undelivered: 'Undelivered messages',
  registry: 'Differences of the registry',
  tasks: 'My tasks',
  absence: 'My absence',
  downloads: 'Download center',
  imports: 'My imports',
  importRun: 'Import',
  notifications: 'Notifications',
  notificationSettings: 'Notification settings',
}

export type AppTexts = { readonly [K in keyof typeof en]: string }
