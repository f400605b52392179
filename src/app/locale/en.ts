/** Labels of the menu's own entries in English; those of an area are in its folder. */
export const en = {
  dashboard: 'Dashboard',
  home: 'HomePage',
  process: 'Basic Business Data',
  imei: 'IMEI/SN',
  system: 'Administration',
  monitor: 'Approval Monitoring',
  tasks: 'My Tasks',
  absence: 'My Absence',
  downloads: 'Download Center',
  imports: 'My Imports',
  importRun: 'Import',
  notifications: 'Notifications',
  notificationSettings: 'Notification settings',
}

export type AppTexts = { readonly [K in keyof typeof en]: string }
