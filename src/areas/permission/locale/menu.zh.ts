import type { PermissionMenu } from './menu.en.ts'

/** Labels of the area's menu and rights, in Chinese. */
export const menu: PermissionMenu = {
  roles: '角色',
  roleEdit: '角色详情',
  access: '用户授权',
  accessEdit: '个人授权',
  matrix: '权限',
  menus: '菜单',
  segregationRules: '互斥职责',
  requests: '权限申请',
  why: '为什么不能操作',
  rights: {
    roleView: '查看：角色',
    roleEdit: '编辑：角色草稿',
    rolePublish: '发布：角色',
    accessView: '查看：用户授权',
    accessEdit: '编辑：用户授权草稿、权限申请',
    accessPublish: '发布：用户授权',
    menuView: '查看：菜单',
    menuEdit: '编辑：菜单草稿',
    menuPublish: '发布：菜单',
    segregationRuleView: '查看：互斥职责',
    segregationRuleEdit: '编辑：互斥职责草稿',
    segregationRulePublish: '发布：互斥职责',
    export: '导出：角色、权限、授权和互斥职责',
  },
}
