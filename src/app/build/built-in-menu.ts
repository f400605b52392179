import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { MenuItem } from '#kernel/web/console/client/storage.ts'

const MODULE = /[/\\]src[/\\]app[/\\]built-in-menu\.ts$/

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
 * Inlines the menu of a chat link into the build. Computed in the browser it would import every area's manifest, with
 * all texts in both languages: 94 kB in 108 files on a phone, for 6 kB.
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
