import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { MenuItem } from '#kernel/web/console/client/storage.ts'

const MODULE = /[/\\]src[/\\]app[/\\]built-in-menu\.ts$/

/** What a page reads of an entry; rights and buttons are the server's. */
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
 * Puts the menu of a chat link into the build as it is. Made in the browser it would bring every area's manifest along, with the texts of
 * all of them in both languages: 94 kB in 108 files on a phone, for 6 kB.
 */
export function builtInMenuPlugin(): Plugin {
  return {
    name: 'built-in-menu',
    apply: 'build',
    async load(id) {
      if (!MODULE.test(id)) return null
      const module = (await import(pathToFileURL(id).href)) as { builtInMenu(): Promise<readonly MenuItem[]> }
      const menu = (await module.builtInMenu()).map((item) =>
        Object.fromEntries(READ.map((name) => [name, item[name]])),
      )
      return `export const builtInMenu = async () => JSON.parse(${JSON.stringify(JSON.stringify(menu))})`
    },
  }
}
