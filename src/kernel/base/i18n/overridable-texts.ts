import type { Language } from './language.ts'
import { overlaid, overlaysNow } from './overlay.ts'

type Texts<T> = Readonly<Record<Language, T>>

/** Copies the texts with the overlay's texts in place. */
function writtenOver(language: Language, path: string, node: unknown): unknown {
  if (typeof node === 'string') return overlaid(language, path) ?? node
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, each]) => [key, writtenOver(language, `${path}.${key}`, each)]),
  )
}

/**
 * Texts that the server reads as an object instead of by path, with the texts that administrators wrote under Translations. `name` is their
 * name in that list: the export's name of a file of texts. Read them at each use, because a kept copy does not change.
 */
export function overridableTexts<T extends object>(name: string, delivered: Texts<T>): Texts<T> {
  const kept = new Map<Language, { readonly of: ReturnType<typeof overlaysNow>; readonly texts: T }>()
  const now = (language: Language): T => {
    const of = overlaysNow()
    const last = kept.get(language)
    if (last && last.of[0] === of[0] && last.of[1] === of[1]) return last.texts
    const texts = writtenOver(language, name, delivered[language]) as T
    kept.set(language, { of, texts })
    return texts
  }
  return {
    get zh() {
      return now('zh')
    },
    get en() {
      return now('en')
    },
  }
}
