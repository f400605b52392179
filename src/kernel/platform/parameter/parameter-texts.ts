import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { parameters as en, type ParameterTexts } from './locale/parameters.en.ts'
import { parameters as zh } from './locale/parameters.zh.ts'

const texts = overridableTexts<ParameterTexts>('parameters', { en, zh })

export type ParameterName = Exclude<keyof ParameterTexts, 'languages'>

/** The label of a kernel parameter, with the override of administrators. */
export const parameterTexts = (name: ParameterName) => ({
  label: (language: Language) => texts[language][name].label,
  hint: (language: Language) => texts[language][name].hint,
})

export const languageLabel = (language: Language, option: string): string =>
  option === 'zh' || option === 'en' ? texts[language].languages[option] : option
