import type { AppTexts } from './en.ts'

/** Names of the menu's own entries in Chinese. */
export const zh: AppTexts = {
  dashboard: '工作台',
  home: '首页',
  process: '基础业务数据',
  processList: '基础数据总览',
  imei: 'IMEI/SN',
  system: '系统设置',
  monitor: '审批监控',
  jobs: '已放弃的任务',
  undelivered: '未送达的消息',
  registry: '登记差异',
  tasks: '我的待办',
  absence: '我的外出',
  downloads: '下载中心',
  imports: '我的导入',
  importRun: '导入',
  notifications: '通知',
  notificationSettings: '通知设置',
}
