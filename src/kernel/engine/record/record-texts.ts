import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { type AnyRecord, recordText } from './definition.ts'
import { en, type RecordTexts } from './locale/record.en.ts'
import { zh } from './locale/record.zh.ts'
import { type RecordState, type StatedOf, stateWord } from './states.ts'

/** For the server, which needs both languages; pages fetch one. */
export const recordTexts = overridableTexts<RecordTexts>('record', { en, zh })

/** Name of a state of this record. */
export function stateName(record: AnyRecord, language: Language, state: RecordState, of?: StatedOf): string {
  const word = stateWord(record, state, of)
  return word === null ? recordTexts[language].states[state] : textAt(language, recordText(record, word))
}
