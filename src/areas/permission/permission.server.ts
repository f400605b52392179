import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import type { NotificationSubject } from '#kernel/services/notify/notification-subjects.ts'
import { settingRoutes } from '#kernel/engine/setting/setting.routes.ts'
import { accessSetting } from './people/access.setting.ts'
import { segregationRuleSetting } from './duties/segregation-rule.setting.ts'
import { listRoutes } from './list.routes.ts'
import { menuSetting } from './menus/menu.setting.ts'
import { permissionExports } from './permission.exports.ts'
import { requestRoutes } from './requests/request.routes.ts'
import { roleSetting } from './roles/role.setting.ts'
import { ACCESS_ASKED, ACCESS_REQUEST } from './requests/settle-requests.server.ts'
import { whyRoutes } from './why/why.routes.ts'
import { rows } from './permission.rows.ts'

/** The result of a request: visible to the requester, whatever rights they have. */
const requestSubject: NotificationSubject = {
  type: ACCESS_REQUEST,
  right: null,
  title: (language) => textAt(language, 'permission.words.request'),
  pages: () => ({ pc: '/index', mobile: '/tasks/mobile' }),
}

/** A request, for people who may fulfil it. */
const accessRequestSubject: NotificationSubject = {
  type: ACCESS_ASKED,
  right: 'permission.access.edit',
  title: (language) => textAt(language, 'permission.words.asked'),
  pages: () => ({ pc: '/system/requests', mobile: '/tasks/mobile' }),
}

export const server: AreaServer = {
  routes: [
    ...settingRoutes(roleSetting, '/aps/permission/role', 'a role'),
    ...settingRoutes(accessSetting, '/aps/permission/access', 'what a person holds'),
    ...settingRoutes(
      segregationRuleSetting,
      '/aps/permission/segregationRule',
      'the segregation rules that should not meet',
    ),
    ...settingRoutes(menuSetting, '/aps/permission/menu', 'the menu'),
    ...listRoutes,
    ...requestRoutes,
  ],
  documents: [],
  rows,
  exports: permissionExports,
  news: [requestSubject, accessRequestSubject],
  routesOver: (documents) => whyRoutes(documents.map(({ definition }) => definition)),
}
