import type { Language } from '#kernel/base/i18n/language.ts'
import { fundsPage as en, type FundsPageTexts } from './page.en.ts'
import { fundsPage as zh } from './page.zh.ts'

/** Both languages, for the server: files use the lists' texts. */
export const pageTexts: Readonly<Record<Language, FundsPageTexts>> = { en, zh }
