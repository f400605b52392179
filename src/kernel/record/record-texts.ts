import type { Language } from '#kernel/i18n/language.ts'
import { en, type RecordTexts } from './locale/record.en.ts'
import { zh } from './locale/record.zh.ts'

/** For the server, which speaks both languages; pages fetch the one they need. */
export const recordTexts: Readonly<Record<Language, RecordTexts>> = { en, zh }
