import type { TextShape } from '#kernel/base/i18n/text-shape.ts'

/** Labels of the area's menu and rights, in English. */
export const menu = {
  roles: 'Role',
  roleEdit: 'Role',
  access: 'User access',
  accessEdit: 'Access of a person',
  matrix: 'Permission',
  menus: 'Menu',
  segregationRules: 'Conflicting duties',
  requests: 'Access requests',
  why: 'Why something is refused',
  rights: {
    roleView: 'View: roles',
    roleEdit: 'Edit: drafts of roles',
    rolePublish: 'Publish: roles',
    accessView: 'View: who may do what where',
    accessEdit: 'Edit: drafts of people’s access, access requests',
    accessPublish: 'Publish: people’s access',
    menuView: 'View: menu',
    menuEdit: 'Edit: drafts of the menu',
    menuPublish: 'Publish: menu',
    segregationRuleView: 'View: conflicting duties',
    segregationRuleEdit: 'Edit: drafts of conflicting duties',
    segregationRulePublish: 'Publish: conflicting duties',
    export: 'Export: roles, permissions, access and duties',
  },
}

export type PermissionMenu = TextShape<typeof menu>
