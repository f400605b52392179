import type { AreaManifest, MenuEntry } from '#kernel/platform/access/area.ts'
import { en } from './locale/en.ts'
import { zh } from './locale/zh.ts'

type Thing = 'parameter' | 'dictionary' | 'translation'

function entry(code: string, text: keyof typeof en.menu, thing: Thing, sortIndex: number): MenuEntry {
  return {
    code,
    pcode: 'system',
    name: zh.menu[text],
    nameEn: en.menu[text],
    icon: 'settings',
    url: `/system/${text}`,
    routingCache: true,
    hidden: false,
    sortIndex,
    rights: [`setting.${thing}.view`],
    buttons: [`setting.${thing}.edit`, `setting.${thing}.publish`],
  }
}

function rightsOf(thing: Thing): AreaManifest['rights'] {
  const of = (act: 'View' | 'Edit' | 'Publish') => ({
    zh: zh.rights[`${thing}${act}`],
    en: en.rights[`${thing}${act}`],
  })
  return {
    [`setting.${thing}.view`]: of('View'),
    [`setting.${thing}.edit`]: of('Edit'),
    [`setting.${thing}.publish`]: of('Publish'),
  }
}

/** Settings of the running product, each changed by two people: parameters, dictionaries, texts. */
export const settingArea: AreaManifest = {
  name: 'setting',
  texts: { en, zh },
  menu: [
    entry('system_parameters', 'parameters', 'parameter', 913),
    entry('system_dictionaries', 'dictionaries', 'dictionary', 914),
    entry('system_translations', 'translations', 'translation', 915),
  ],
  rights: { ...rightsOf('parameter'), ...rightsOf('dictionary'), ...rightsOf('translation') },
}
