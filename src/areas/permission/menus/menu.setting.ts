import { menuLabel } from '#kernel/base/i18n/texts.ts'
import Type, { type Static } from 'typebox'
import { knownPermissions } from '#kernel/platform/access/known-permissions.ts'
import type { MenuChange } from '#kernel/platform/access/menu-changes.ts'
import { keptVersions, type Setting } from '#kernel/engine/setting/setting.ts'
import { menuProblems, tidyMenu } from './menu.rules.ts'
import type { MenusContent } from '../permission-wire.ts'

export const MENU = 'menu'

const text = Type.Optional(Type.String({ maxLength: 200 }))
const menuContent = Type.Object(
  {
    changes: Type.Array(
      Type.Object(
        {
          code: Type.String({ maxLength: 100 }),
          pcode: text,
          name: text,
          nameEn: text,
          icon: text,
          url: text,
          routingCache: Type.Optional(Type.Boolean()),
          hidden: Type.Optional(Type.Boolean()),
          sortIndex: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
          buttons: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 })),
          isOff: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
      { maxItems: 2000 },
    ),
  },
  { additionalProperties: false },
)

/** Changes of the delivered menu; the permission call answers with them from the next page on. */
export const menuSetting: Setting<MenusContent> = {
  kind: MENU,
  called: {
    title: (language) => menuLabel(language, 'permission_menus'),
    name: () => '',
    page: () => '/system/menus',
  },
  audited: MENU,
  rights: { view: 'permission.menu.view', edit: 'permission.menu.edit', publish: 'permission.menu.publish' },
  key: Type.Literal(MENU),
  content: menuContent,
  tidy: (content) => ({
    changes: tidyMenu(
      knownPermissions().menu,
      (content as Static<typeof menuContent>).changes as readonly MenuChange[],
    ),
  }),
  versions: (tx, key) => keptVersions(tx, MENU, key, { changes: [] }),
  check: async (_tx, _context, _key, { changes }) =>
    menuProblems(knownPermissions().menu, changes, new Set(Object.keys(knownPermissions().rights))),
}
