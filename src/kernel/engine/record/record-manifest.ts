import type { AreaManifest, MenuEntry } from '#kernel/platform/access/area.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { AnyRecord } from './definition.ts'
import { en, type RecordTexts } from './locale/record.en.ts'
import { zh } from './locale/record.zh.ts'
import { menuCode } from './menu-code.ts'
import type { RecordView } from './routes/record-view.ts'

type Titled = Readonly<Record<string, { readonly title: string; readonly views?: Readonly<Record<string, string>> }>>

const VERBS = ['view', 'edit', 'export', 'import', 'enable'] as const

/** A record's rights by what they allow. */
function rightsOf({ rights }: AnyRecord): readonly (readonly [(typeof VERBS)[number], string])[] {
  return VERBS.flatMap((verb) => (rights[verb] === undefined ? [] : [[verb, rights[verb]] as const]))
}

function titleOf(texts: Titled, { name }: AnyRecord): string {
  const title = texts[name]?.title
  if (title === undefined) throw new Error(`no title for the record ${name}`)
  return title
}

/** The manifest entries of an area's records: a page and a phone page for each in this menu group, and the rights. */
export function recordManifest(
  records: readonly AnyRecord[],
  texts: Readonly<Record<Language, Titled>>,
  place: { readonly pcode: string; readonly sortIndex: number },
): Pick<AreaManifest, 'menu' | 'rights'> {
  const menu = records.flatMap((record, index): MenuEntry[] => {
    const entry = {
      code: menuCode(record),
      pcode: place.pcode,
      name: titleOf(texts.zh, record),
      nameEn: titleOf(texts.en, record),
      icon: 'list',
      url: record.page,
      routingCache: true,
      hidden: false,
      sortIndex: place.sortIndex + index,
      rights: [record.rights.view],
      buttons: rightsOf(record).map(([, right]) => right),
    }
    const phone = { code: `${entry.code}_mobile`, icon: '', url: record.phonePage, routingCache: false, hidden: true }
    return [entry, { ...entry, ...phone }]
  })
  const label = (record: AnyRecord, verb: (typeof VERBS)[number]) => {
    const of = (kernel: RecordTexts, language: Language) =>
      kernel.rights[verb].replace('{title}', titleOf(texts[language], record))
    return { zh: of(zh, 'zh'), en: of(en, 'en') }
  }
  const rights = records.flatMap((record) =>
    rightsOf(record).map(([verb, right]) => [right, label(record, verb)] as const),
  )
  return { menu, rights: Object.fromEntries(rights) }
}

/** The menu entries of views, visible to people who may see the record's list. */
export function viewEntries(
  views: readonly RecordView[],
  texts: Readonly<Record<Language, Titled>>,
  place: { readonly pcode: string; readonly sortIndex: number },
): readonly MenuEntry[] {
  return views.map(({ name, record, page }, index) => {
    const title = (language: Language): string => {
      const text = texts[language][record.name]?.views?.[name]
      if (text === undefined) throw new Error(`no title for ${record.name} as ${name}`)
      return text
    }
    return {
      code: `${menuCode(record)}_${name}`,
      pcode: place.pcode,
      name: title('zh'),
      nameEn: title('en'),
      icon: 'list',
      url: page,
      routingCache: true,
      hidden: false,
      sortIndex: place.sortIndex + index,
      rights: [record.rights.view],
      buttons: rightsOf(record).map(([, right]) => right),
    }
  })
}
