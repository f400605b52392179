import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { documentManifest } from '#kernel/engine/definition/document-manifest.ts'
import type { AreaManifest } from '#kernel/platform/access/area.ts'
import type { AreaTexts } from '#kernel/base/i18n/texts.ts'
import { type Language, languages } from '#kernel/base/i18n/language.ts'
import { exportOf } from '#kernel/services/area/place-files.ts'
import type { ReadList } from '#kernel/engine/read-list/read-list.ts'
import { listMenu } from '#kernel/engine/read-list/list-menu.ts'
import { documentPlaces, listPlaces } from './places.ts'

interface DocumentTexts {
  readonly label: string
  /** The name of several, where their rows name a record. */
  readonly many?: string
}

/** A manifest with what its documents and lists declare: menu, rights and texts. */
export async function withPlaces(area: AreaManifest): Promise<AreaManifest> {
  return withLists(await withDocuments(area))
}

async function withLists(area: AreaManifest): Promise<AreaManifest> {
  const entries = listPlaces
    .filter((place) => place.area === area.name)
    .map(async (place) => {
      const { menu, ...list } = (await exportOf(place, '.list.ts', place.name)) as ReadList
      return menu ? listMenu({ ...list, menu }, place, area.texts) : []
    })
  return { ...area, menu: [...(await Promise.all(entries)).flat(), ...area.menu] }
}

/** Each document's part comes from its definition and from the texts beside it. */
async function withDocuments(area: AreaManifest): Promise<AreaManifest> {
  const documents = await Promise.all(
    documentPlaces
      .filter((place) => place.area === area.name)
      .map(async (place) => {
        const definition = (await exportOf(place, '.doc.ts', place.name)) as AnyDefinition
        const { menu } = definition
        if (!menu) return []
        const [zh, en] = (await Promise.all(
          languages.map((language) => exportOf(place, `.${language}.ts`, place.name)),
        )) as [DocumentTexts, DocumentTexts]
        const manifest = documentManifest({ ...definition, menu }, place, { zh: zh.label, en: en.label })
        return [{ name: place.name, texts: { zh, en }, ...manifest }]
      }),
  )
  const found = documents.flat()
  if (found.length === 0) return area
  const textsIn = (language: Language): AreaTexts => {
    const own = area.texts[language]
    const texts = found.map(({ name, texts }) => [name, texts[language]] as const)
    const many = texts.flatMap(([name, text]) => (text.many === undefined ? [] : [[name, text.many] as const]))
    return {
      ...own,
      documents: { ...(own['documents'] as object), ...Object.fromEntries(texts) },
      rows: { ...(own['rows'] as object), ...Object.fromEntries(many) },
    } as AreaTexts
  }
  return {
    ...area,
    texts: { zh: textsIn('zh'), en: textsIn('en') },
    menu: [...found.flatMap(({ menu }) => menu), ...area.menu],
    rights: Object.assign({}, ...found.map(({ rights }) => rights), area.rights) as AreaManifest['rights'],
  }
}
