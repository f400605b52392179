import { runningLanguage } from '#kernel/web/console/client/i18n.ts'
import { later as en } from '../locale/later.en.ts'
import { later as zh } from '../locale/later.zh.ts'

/** Title of a page whose area is not built yet; its phone page and second address have the same. */
export function laterTitle(path: string): string {
  const titles: Readonly<Record<string, string>> = runningLanguage() === 'zh' ? zh : en
  const addresses = [path, path.replace('/mobile', '/pc'), path.replace('/mobile', ''), `${path}/pc`]
  return addresses.map((address) => titles[address]).find((title) => title !== undefined) ?? ''
}
