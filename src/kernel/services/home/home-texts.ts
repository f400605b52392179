import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { homeTexts as en } from './locale/home.en.ts'
import { homeTexts as zh } from './locale/home.zh.ts'

export const HOME_TEXTS = {
  en: { ...en, errors: {} },
  zh: { ...zh, errors: {} },
}

/** A text of the kernel's cards. */
export function homeText(
  language: Language,
  key: string,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return interpolate(textAt(language, `home.${key}`), params)
}
