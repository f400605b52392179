import type { AreaManifest, MenuEntry } from '#kernel/platform/access/area.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { AnyDefinition, DocumentMenu } from './definition.ts'
import type { DocumentPlace } from './document-place.ts'
import { documentRights } from './locale/document-rights.ts'

type Verb = keyof typeof documentRights

/** The rights that a document has, by what they allow. */
export function rightsOf({ viewRight, exportRight, actions, partialApproval }: AnyDefinition) {
  const rights: readonly (readonly [Verb, string | undefined])[] = [
    ['view', viewRight],
    ['submit', actions['submit']?.right],
    ['approve', actions['approve']?.right],
    ['reduce', partialApproval?.right],
    ['retry', Object.values(actions).find(({ retries }) => retries)?.right],
    ['act', Object.values(actions).find(({ input }) => input)?.right],
    ['export', exportRight],
  ]
  return rights.flatMap(([verb, right]) => (right === undefined ? [] : [[verb, right] as const]))
}

/** The name of a right of a document with this name. */
export function rightText(verb: Verb, names: Record<Language, string>): Record<Language, string> {
  const { zh, en } = documentRights[verb]
  return { zh: zh.replace('…', names.zh), en: en.replace('…', names.en) }
}

/** A document's part of a manifest: its list, the pages that write and show it at both widths, and its rights. */
export function documentManifest(
  definition: AnyDefinition & { readonly menu: DocumentMenu },
  place: DocumentPlace,
  names: Record<Language, string>,
): Pick<AreaManifest, 'menu' | 'rights'> {
  const {
    code,
    form: formCode = code,
    formShownTo = [],
    pcode,
    sortIndex,
    icon = 'table',
    hasOwnList,
    hasOwnForm,
  } = definition.menu
  const rights = rightsOf(definition)
  const only = (...verbs: readonly Verb[]) => rights.flatMap(([verb, right]) => (verbs.includes(verb) ? right : []))
  const shared = { pcode, name: names.zh, nameEn: names.en, icon: '', routingCache: false, hidden: true }
  const buttons = [...rights.map(([, right]) => right), 'approval.task.export']
  /** Hidden pages at both widths. */
  const both = (
    name: string,
    { pc, mobile }: DocumentPlace['write'],
    more: Pick<MenuEntry, 'rights' | 'sortIndex'>,
  ) => [
    { ...shared, ...more, code: name, url: pc, routingCache: true, buttons },
    { ...shared, ...more, code: `${name}_mobile`, url: mobile, buttons },
  ]
  const list: MenuEntry = {
    ...shared,
    code: `${code}_list`,
    icon,
    url: place.list,
    routingCache: true,
    hidden: false,
    sortIndex,
    rights: only('view'),
    buttons: only('view', 'submit', 'export'),
  }
  const menu: MenuEntry[] = [
    ...(hasOwnList ? [] : [list]),
    ...(hasOwnForm
      ? []
      : both(formCode, place.write, {
          rights: [...(place.read ? only('submit') : only('view', 'submit')), ...formShownTo],
          sortIndex: sortIndex + 1,
        })),
    ...(place.read ? both(`${code}_approval`, place.read, { rights: only('view'), sortIndex: sortIndex + 2 }) : []),
  ]
  return { menu, rights: Object.fromEntries(rights.map(([verb, right]) => [right, rightText(verb, names)])) }
}
