import type { Language } from '#kernel/base/i18n/language.ts'
import type { AreaTexts } from '#kernel/base/i18n/texts.ts'
import type { MenuEntry } from '#kernel/platform/access/area.ts'
import type { ReadListPlace } from './list-place.ts'
import type { ListMenu, ReadList } from './read-list.ts'

/** The menu entries of a list: its page, and hidden the page on a phone. */
export function listMenu(
  { right, exportRight, menu }: Pick<ReadList, 'right' | 'exportRight'> & { readonly menu: ListMenu },
  { page, phone }: ReadListPlace,
  texts: Record<Language, AreaTexts>,
): MenuEntry[] {
  const { code, pcode, sortIndex, name, icon = 'table', buttons = [], ofLimit } = menu
  const desk = {
    code,
    pcode,
    name: textIn(texts.zh, name),
    nameEn: textIn(texts.en, name),
    icon,
    url: page,
    routingCache: true,
    hidden: false,
    sortIndex,
    rights: [right],
    buttons: [right, exportRight, ...buttons],
    ...(ofLimit === undefined ? {} : { ofLimit }),
  }
  if (phone === undefined) return [desk]
  return [desk, { ...desk, code: `${code}_mobile`, icon: '', url: phone, routingCache: false, hidden: true }]
}

function textIn(texts: AreaTexts, path: string): string {
  let node: unknown = texts
  for (const key of path.split('.')) node = (node as Readonly<Record<string, unknown>> | undefined)?.[key]
  if (typeof node !== 'string') throw new Error(`no text ${path}`)
  return node
}
