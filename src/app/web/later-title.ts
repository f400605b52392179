import { runningLanguage } from '#kernel/web/console/client/i18n.ts'
import { later as en } from '../locale/later.en.ts'
import { later as zh } from '../locale/later.zh.ts'

/** What a page of an area that is not built yet is called; its phone page and its second address are called the same. */
export function laterTitle(path: string): string {
  const titles: Readonly<Record<string, string>> = runningLanguage() === 'zh' ? zh : en
  const addresses = [path, path.replace('/mobile', '/pc'), path.replace('/mobile', ''), `${path}/pc`]
  return addresses.map((address) => titles[address]).find((title) => title !== undefined) ?? ''
}
