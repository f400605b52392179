/** The two interface languages (spec section 9). */
export type Language = 'zh' | 'en'

let byDefault: () => Language = () => 'en'

/** What is spoken where nobody has said a language of ours; asked at each use. */
export function setDefaultLanguage(next: () => Language): void {
  byDefault = next
}

export const languages: readonly Language[] = ['zh', 'en']

/** Variants of Chinese and English are those; anything else is what the product speaks by default. */
export function languageOf(tag: string | null | undefined): Language {
  const asked = tag?.trim().toLowerCase() ?? ''
  if (asked.startsWith('zh')) return 'zh'
  return asked.startsWith('en') ? 'en' : byDefault()
}
