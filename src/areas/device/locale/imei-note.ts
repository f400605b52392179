import type { Language } from '#kernel/base/i18n/language.ts'

/** Note on an IMEI column's title in templates. */
export const imeiNote: Readonly<Record<Language, string>> = {
  en: 'An IMEI of 15 digits, as text: as a number Excel changes it.',
  zh: '15 位 IMEI，按文本填写；若为数字格式会被 Excel 改写。',
}
