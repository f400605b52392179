import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import type { ChoiceOption } from '#kernel/web/ui/Choice.tsx'
import { recordApi } from '../record-api.ts'

type Search = (keyword: string, signal: AbortSignal) => Promise<readonly ChoiceOption[]>

/** What a choice shows (spec section 9), and one to know that there are more. */
const SHOWN = 41

const searches = new Map<string, Search>()

/** Looks for what a field may refer to; always the same function, so that a choice does not ask again. */
export function choiceSearch(record: AnyRecord, name: string): Search {
  const key = `${record.name} ${name}`
  const known = searches.get(key)
  if (known) return known
  const search: Search = async (keyword, signal) => {
    const found = await recordApi(record).choices(name, keyword, SHOWN, { signal, handles: true })
    return found.map(({ code, name: called }) => ({ value: code, label: `${code} / ${called}` }))
  }
  searches.set(key, search)
  return search
}
