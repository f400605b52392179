import type { AreaManifest, MenuEntry } from '#kernel/platform/access/area.ts'
import { en } from './locale/en.ts'
import { menu as menuEn } from './locale/menu.en.ts'
import { menu as menuZh } from './locale/menu.zh.ts'
import { zh } from './locale/zh.ts'
import { rows } from './locale/rows.ts'

type Subject = 'role' | 'access' | 'menu' | 'segregationRule'

const rightsOf = (subject: Subject) => ['view', 'edit', 'publish'].map((act) => `permission.${subject}.${act}`)
const EXPORT = 'permission.export'

function entry(
  subject: Subject,
  text: Exclude<keyof typeof menuEn, 'rights'>,
  more: Pick<MenuEntry, 'code' | 'url' | 'sortIndex'> & Partial<MenuEntry>,
): MenuEntry {
  const own = { rights: [`permission.${subject}.view`], buttons: [...rightsOf(subject), EXPORT] }
  const shared = { pcode: 'system', icon: '', routingCache: true, hidden: false }
  return { ...shared, ...own, name: menuZh[text], nameEn: menuEn[text], ...more }
}

function right(text: keyof typeof menuEn.rights) {
  return { zh: menuZh.rights[text], en: menuEn.rights[text] }
}

/** Authorisation: roles, their holders, the menu, segregation rules, and requests. */
export const permissionArea: AreaManifest = {
  name: 'permission',
  texts: { en: { ...en, rows: rows.en }, zh: { ...zh, rows: rows.zh } },
  menu: [
    entry('role', 'roles', { code: 'permission_roles', icon: 'user', url: '/system/roles', sortIndex: 920 }),
    entry('role', 'roleEdit', { code: 'permission_role', url: '/system/roles/edit', sortIndex: 921, hidden: true }),
    entry('role', 'matrix', { code: 'permission_matrix', icon: 'table', url: '/system/permissions', sortIndex: 922 }),
    entry('access', 'access', { code: 'permission_access', icon: 'user', url: '/system/access', sortIndex: 923 }),
    entry('access', 'accessEdit', {
      code: 'permission_person',
      url: '/system/access/edit',
      sortIndex: 924,
      hidden: true,
    }),
    entry('access', 'requests', { code: 'permission_requests', icon: 'bell', url: '/system/requests', sortIndex: 925 }),
    entry('segregationRule', 'segregationRules', {
      code: 'permission_segregation_rules',
      icon: 'check',
      url: '/system/duties',
      sortIndex: 926,
    }),
    entry('menu', 'menus', { code: 'permission_menus', icon: 'list', url: '/system/menus', sortIndex: 927 }),
    entry('access', 'why', { code: 'permission_why', icon: 'search', url: '/system/why', sortIndex: 928 }),
  ],
  rights: {
    'permission.role.view': right('roleView'),
    'permission.role.edit': right('roleEdit'),
    'permission.role.publish': right('rolePublish'),
    'permission.access.view': right('accessView'),
    'permission.access.edit': right('accessEdit'),
    'permission.access.publish': right('accessPublish'),
    'permission.menu.view': right('menuView'),
    'permission.menu.edit': right('menuEdit'),
    'permission.menu.publish': right('menuPublish'),
    'permission.segregationRule.view': right('segregationRuleView'),
    'permission.segregationRule.edit': right('segregationRuleEdit'),
    'permission.segregationRule.publish': right('segregationRulePublish'),
    [EXPORT]: right('export'),
  },
}
