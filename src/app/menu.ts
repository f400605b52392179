import type { MenuEntry } from '#kernel/platform/access/area.ts'
import { en } from './locale/en.ts'
import { zh } from './locale/zh.ts'

function entry(code: keyof typeof en, more: Partial<MenuEntry>): MenuEntry {
  const shared = {
    pcode: '',
    icon: '',
    url: '',
    routingCache: false,
    hidden: false,
    sortIndex: 0,
    rights: [],
    buttons: [],
  }
  return { code, name: zh[code], nameEn: en[code], ...shared, ...more }
}

const overseen = { rights: ['approval.oversee'], buttons: ['approval.administer', 'approval.monitor.export'] }

/**
 * The part of the menu that belongs to no area: home, the caller's tasks, and the groups that several areas share (spec
 * section 2). A group without accessible pages is hidden.
 */
export const menu: readonly MenuEntry[] = [
  entry('dashboard', { icon: 'home', sortIndex: 0 }),
  entry('home', { pcode: 'dashboard', icon: 'home', url: '/index', sortIndex: 1 }),
  entry('home', { code: 'home_mobile', pcode: 'dashboard', url: '/index/mobile', sortIndex: 2, hidden: true }),
  entry('tasks', {
    code: 'my_tasks',
    pcode: 'dashboard',
    icon: 'tasks',
    url: '/tasks/pc',
    sortIndex: 10,
    rights: ['approval.task.view'],
    buttons: ['approval.task.view', 'approval.task.export', 'approval.monitor.export'],
  }),
  entry('tasks', {
    code: 'my_tasks_mobile',
    pcode: 'dashboard',
    url: '/tasks/mobile',
    sortIndex: 11,
    hidden: true,
    rights: ['approval.task.view'],
    buttons: ['approval.task.view', 'approval.task.export', 'approval.monitor.export'],
  }),
  entry('absence', {
    pcode: 'dashboard',
    icon: 'user',
    url: '/tasks/absence',
    sortIndex: 12,
    rights: ['approval.task.view'],
    buttons: ['approval.task.view', 'approval.task.export', 'approval.monitor.export'],
  }),
  entry('downloads', { pcode: 'dashboard', icon: 'download', url: '/download/center', sortIndex: 20, hidden: true }),
  entry('imports', { pcode: 'dashboard', icon: 'upload', url: '/imports', sortIndex: 23, hidden: true }),
  entry('importRun', {
    code: 'import_run',
    pcode: 'dashboard',
    icon: 'upload',
    url: '/imports/run',
    sortIndex: 24,
    hidden: true,
  }),
  entry('notifications', {
    pcode: 'dashboard',
    icon: 'bell',
    url: '/notifications',
    sortIndex: 21,
    hidden: true,
    buttons: ['approval.task.export'],
  }),
  entry('notificationSettings', {
    code: 'notification_settings',
    pcode: 'dashboard',
    icon: 'bell',
    url: '/notifications/settings',
    sortIndex: 22,
    hidden: true,
    buttons: ['approval.oversee', 'approval.administer', 'approval.monitor.export'],
  }),
  entry('process', { icon: 'file', url: '/bpm/process', isGroup: true, sortIndex: 100 }),
  entry('processList', {
    code: 'process_list',
    pcode: 'process',
    icon: 'list',
    url: '/process/list',
    sortIndex: 101,
    isOfGroup: true,
  }),
  entry('system', { icon: 'settings', sortIndex: 900 }),
  entry('monitor', {
    code: 'approval_monitor',
    pcode: 'system',
    icon: 'clock',
    url: '/system/monitor',
    routingCache: true,
    sortIndex: 930,
    ...overseen,
  }),
  entry('jobs', {
    code: 'given_up_jobs',
    pcode: 'system',
    icon: 'list',
    url: '/system/jobs',
    routingCache: true,
    sortIndex: 931,
    ...overseen,
  }),
  entry('undelivered', {
    code: 'undelivered_notices',
    pcode: 'system',
    icon: 'bell',
    url: '/system/undelivered',
    routingCache: true,
    sortIndex: 932,
    ...overseen,
  }),
  entry('registry', {
    code: 'registry_differences',
    pcode: 'system',
    icon: 'list',
    url: '/system/registry',
    routingCache: true,
    sortIndex: 933,
    ...overseen,
  }),
  entry('imei', { icon: 'barcode', url: '/bpm/imei', isGroup: true, sortIndex: 300 }),
]
