import type { Plugin } from 'vite'
import type { MenuItem } from '#kernel/web/console/client/storage.ts'

const MODULE = 'virtual:built-in-menu'

/** The fields of an entry that a page reads; rights and buttons are used on the server only. */
const READ: readonly (keyof MenuItem)[] = [
  'code',
  'pcode',
  'name',
  'nameEn',
  'icon',
  'url',
  'routingCache',
  'hidden',
  'sortIndex',
]

/**
 * The menu of a chat link as a module that the build makes. Computed in the browser it would import every area's manifest, with all texts in
 * both languages: 94 kB in 108 files on a phone, for 6 kB; and only the server can find documents by their files.
 */
export function builtInMenuPlugin(): Plugin {
  return {
    name: 'built-in-menu',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null
      const [{ areas }, { menu: own }] = await Promise.all([import('#app/areas.ts'), import('#app/menu.ts')])
      const menu = [...own, ...areas.flatMap((area) => area.menu)].map((item) =>
        Object.fromEntries(READ.map((name) => [name, item[name]])),
      )
      return `export const builtInMenu = async () => JSON.parse(${JSON.stringify(JSON.stringify(menu))})`
    },
  }
}
