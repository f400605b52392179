/** The two interface languages (spec section 9). */
export type Language = 'zh' | 'en'

export const languages: readonly Language[] = ['zh', 'en']

/** Chinese variants give zh, anything else en. */
export function languageOf(tag: string | null | undefined): Language {
  return tag?.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
