import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { pageText } from '../../client/i18n.ts'
import { usePreference } from '../../client/preferences.ts'

/** Short texts for opinions; few enough to scan. */
export const MOST_PHRASES = 20
export const LONGEST_PHRASE = 200

const NONE: readonly string[] = []

/** A person's own phrases in their order, on every device they use. */
export function useOwnPhrases() {
  const { value, set } = usePreference<readonly string[]>('approval.phrases', NONE)
  return { phrases: Array.isArray(value) ? value.filter((text) => typeof text === 'string') : NONE, set }
}

/** The phrases common to everyone, by purpose; of amounts and purposes only where the document asks for an amount. */
export function commonPhrases(kind: 'agree' | 'reject', definition: AnyDefinition): readonly string[] {
  const hasAmount = viewOf(definition).amount !== null
  return kind === 'agree'
    ? [
        pageText('approval.phraseAgree'),
        pageText('approval.phraseChecked'),
        ...(hasAmount ? [pageText('approval.phraseInOrder')] : []),
      ]
    : [
        ...(hasAmount ? [pageText('phone.phraseAmount'), pageText('phone.phrasePurpose')] : []),
        pageText('phone.phraseInfo'),
      ]
}

/** The server's limit. */
export const LONGEST_OPINION = 1000

/** Appends a phrase once. */
export function withPhrase(text: string, phrase: string): string {
  const written = text.trim()
  const both = written === '' ? phrase : written.includes(phrase) ? written : `${written} ${phrase}`
  return both.slice(0, LONGEST_OPINION)
}
