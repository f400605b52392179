import { pageText } from '../../client/i18n.ts'
import { usePreference } from '../../client/preferences.ts'

/** Short texts for opinions; as many as one looks through at a glance. */
export const MOST_PHRASES = 20
export const LONGEST_PHRASE = 200

const NONE: readonly string[] = []

/** One's own phrases, in one's own order, on every machine one signs in on. */
export function useOwnPhrases() {
  const { value, set } = usePreference<readonly string[]>('approval.phrases', NONE)
  return { phrases: Array.isArray(value) ? value.filter((text) => typeof text === 'string') : NONE, set }
}

/** The same for everyone, by what they help to write. */
export function commonPhrases(kind: 'agree' | 'reject'): readonly string[] {
  return kind === 'agree'
    ? [pageText('approval.phraseAgree'), pageText('approval.phraseChecked'), pageText('approval.phraseInOrder')]
    : [pageText('phone.phraseAmount'), pageText('phone.phrasePurpose'), pageText('phone.phraseInfo')]
}
