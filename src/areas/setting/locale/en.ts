import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { AreaTexts } from '#kernel/base/i18n/texts.ts'
import type { settingErrors } from '../setting.errors.ts'

const errors = {
  notWhole: 'Please enter a whole number from {min} to {max}',
  outOfRange: 'Please enter a number from {min} to {max}',
  notAnOption: '{value} is not one of the choices',
  bothLanguages: 'Needed in Chinese and in English',
  entryMissing: 'The entry {code} is missing: something may use it, so it is disabled and not removed',
  entryCode: 'A code begins with a letter and has letters, digits, - and _ only ({code})',
  entryUnknown: 'This dictionary takes no entries of its own ({code})',
  entryTwice: 'The entry {code} appears twice',
  labelTwice: 'Two entries are called {label}',
  noneEnabled: 'At least one entry has to stay enabled',
  placeholderMissing: 'The place for {name} is missing',
  placeholderUnknown: 'This text knows nothing called {name}',
  notPlain: 'A text is plain: no tags and no control characters',
} satisfies ErrorTexts<typeof settingErrors>

export const en = {
  label: 'Settings',
  errors,
  menu: { parameters: 'System parameters', dictionaries: 'Dictionaries', translations: 'Translation' },
  rights: {
    parameterView: 'System parameters: view',
    parameterEdit: 'System parameters: edit',
    parameterPublish: 'System parameters: publish',
    dictionaryView: 'Dictionaries: view',
    dictionaryEdit: 'Dictionaries: edit',
    dictionaryPublish: 'Dictionaries: publish',
    translationView: 'Translations: view',
    translationEdit: 'Translations: edit',
    translationPublish: 'Translations: publish',
  },
}

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

export type SettingTexts = TextShape<typeof en> & AreaTexts
