/** Texts of the pages of parameters, dictionaries and translations, in English. */
export const settingAreaPage = {
  list: {
    value: 'In force',
    delivered: 'As delivered',
    version: 'Version',
    draft: 'Draft',
    search: 'Search',
  },
  parameter: {
    title: 'System parameters',
    hint: 'A change is drafted by one administrator and published by another. It holds in every process within a second.',
    name: 'Parameter',
    value: 'Value',
    range: 'from {min} to {max}',
    unit: {
      minutes: '{value} min',
      hours: '{value} h',
      days: '{value} d',
      perMinute: '{value} / min',
      percent: '{value} %',
    },
    unitName: { minutes: 'minutes', hours: 'hours', days: 'days', perMinute: 'per minute', percent: 'percent' },
    same: 'the same',
    says: 'What it is for',
  },
  dictionary: {
    title: 'Dictionaries',
    hint: 'What choices are called, in which order they stand, and which are still offered. A disabled entry stays readable where it was chosen before.',
    name: 'Dictionary',
    code: 'Code',
    entries: 'Entries',
    zh: 'Chinese',
    en: 'English',
    enabled: 'Offered',
    yes: 'Yes',
    no: 'No',
    of: '{enabled} of {all} offered',
    open: 'Takes entries of its own: their codes are never changed, and an entry is disabled rather than removed.',
    closed: 'Its codes are those of the product: they can be renamed, put in order and disabled.',
  },
  translation: {
    title: 'Translation',
    hint: 'Every text of the product, Chinese beside English. A published text holds without a restart; open pages show it when they are loaded again.',
    key: 'Text key',
    zh: 'Chinese',
    en: 'English',
    part: 'Part',
    all: 'All parts',
    which: 'Which',
    every: 'All texts',
    changed: 'Changed here',
    missing: 'Untranslated',
    drafts: 'With a draft',
    places: 'Keep these places: {names}',
    none: 'No text matches',
  },
}

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

export type SettingAreaPageTexts = TextShape<typeof settingAreaPage>
