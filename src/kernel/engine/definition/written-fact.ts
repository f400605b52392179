import { ladderText } from './ladder.ts'
import { type Fact, factText } from './view.ts'

/** A fact written out in full: on paper, in files, among changes. Amounts stay decimal text. */
export function writtenFact(
  reading: Parameters<typeof factText>[0],
  fact: Fact,
  values: Parameters<typeof factText>[2],
): string {
  const field = typeof fact === 'string' ? reading.fields[fact] : undefined
  const text = factText(reading, fact, values)
  return field?.ladder ? ladderText(field, text, values) : text
}
