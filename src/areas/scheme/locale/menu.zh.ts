import type { SchemeMenu } from './menu.en.ts'

/** Labels of the area's pages and rights, in Chinese. */
export const menu: SchemeMenu = {
  group: '方案管理',
  schemes: '方案列表',
  detail: '方案详情',
  application: '政策申请',
  withholdRun: '月末批量预提',
  proposals: '价保建议',
  ownSchemes: '我的方案',
  ownClaims: '我的兑付申请',
  ownView: '查看所属客户的方案与兑付申请',
  ownExport: '导出所属客户的方案与兑付申请',
}
