import type { Language } from '#kernel/base/i18n/language.ts'

/** Titles of the drafts that a change of chosen prices makes. Only the server uses them. */
export const draftTitles: Readonly<Record<Language, string>> = {
  en: 'Price change: {party}, {term}, {currency}, from {day}',
  zh: '调价：{party}，{term}，{currency}，{day} 起',
}
