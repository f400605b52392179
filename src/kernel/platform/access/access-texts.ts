import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { type AccessTexts, en } from './locale/en.ts'
import { zh } from './locale/zh.ts'

const texts = overridableTexts<AccessTexts>('accessServer', { en, zh })

export function accessTexts(language: Language): AccessTexts {
  return texts[language]
}
