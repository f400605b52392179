import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import type { ChoiceOption } from '#kernel/web/ui/Choice.tsx'
import { recordApi } from '../record-api.ts'

type Search = (keyword: string, signal: AbortSignal) => Promise<readonly ChoiceOption[]>

/** The options that a selector shows (spec section 9), and one more to know whether there are others. */
const SHOWN = 41

const searches = new Map<string, Search>()

/** Searches the rows a field may refer to; a stable function, so that a choice does not search again. */
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
