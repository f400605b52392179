import type { SchemeMenu } from './menu.en.ts'

/** Labels of the area's pages and rights, in Chinese. */
export const menu: SchemeMenu = {
  group: '方案管理',
  schemes: '方案列表',
  detail: '方案详情',
  application: '政策申请',
  withholdRun: '月末批量预提',
}
