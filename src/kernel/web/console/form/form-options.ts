import { QueryObserver, type QueryObserverResult } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { Fields } from '#kernel/engine/definition/fields.ts'
import type { AskedFields } from '#kernel/engine/definition/question.ts'
import { queryClient } from '../client/query-client.ts'
import { optionsQuery } from '../client/use-options.ts'
import type { Values } from '../sheet/sheet-columns.ts'
import type { FieldsSpec } from './form-spec.ts'
import type { FormOptions, Option, OptionList } from './options.ts'
import { askedOf, type Offered, optionOf, queryOf, type Row } from './reference-options.ts'

type Answer = QueryObserverResult<readonly Row[]>

/** Options of an answer, made once: a form is drawn at every keystroke. */
const made = new WeakMap<readonly Row[], readonly Option[]>()

function listOf({ selector }: Offered, { data, isLoading, isError, refetch }: Answer): OptionList {
  const rows = isError ? [] : (data ?? [])
  let options = made.get(rows)
  if (!options) made.set(rows, (options = rows.map((row) => optionOf(selector, row))))
  return { options, isLoading, onRetry: isError ? () => void refetch() : undefined }
}

/** Observes as many calls as a form has references, which one hook for each call cannot. */
function observe(calls: readonly Offered[]) {
  const queries = calls
    .map(queryOf)
    .map(({ key, load }) =>
      queryClient.defaultQueryOptions({ ...optionsQuery(key, load), _optimisticResults: 'optimistic' as const }),
    )
  const observers = queries.map((query) => new QueryObserver(queryClient, query))
  let seen: readonly Answer[] = []
  let lists: readonly OptionList[] = []
  return {
    subscribe: (onChange: () => void) => {
      const ends = observers.map((observer) => observer.subscribe(onChange))
      return () => ends.forEach((end) => end())
    },
    /** The same array until an answer changes. */
    lists: () => {
      const now = observers.map((observer, at) => observer.getOptimisticResult(queries[at]!))
      if (now.length !== seen.length || now.some((answer, at) => !isSame(answer, seen[at]!))) {
        seen = now
        lists = now.map((answer, at) => listOf(calls[at]!, answer))
      }
      return lists
    },
  }
}

const isSame = (a: Answer, b: Answer) => a.data === b.data && a.isLoading === b.isLoading && a.isError === b.isError

function useLists(asked: readonly Offered[]): readonly OptionList[] {
  // As texts, which tell whether anything has changed; two fields with the same call share one.
  const key = JSON.stringify(asked.map((each) => JSON.stringify(each)))
  const { observed, at } = useMemo(() => {
    const texts = JSON.parse(key) as readonly string[]
    const once = [...new Set(texts)]
    const calls = once.map((text) => JSON.parse(text) as Offered)
    return { observed: observe(calls), at: texts.map((text) => once.indexOf(text)) }
  }, [key])
  const lists = useSyncExternalStore(observed.subscribe, observed.lists)
  return useMemo(() => at.map((each) => lists[each]!), [at, lists])
}

/** The selectors of the fields that a person fills and for which the form has no list of its own. */
function selectorsOf({ fields, own, header, template }: Asking) {
  return Object.entries(fields).flatMap(([name, { refersTo, computed, asks = {} }]) => {
    if (!refersTo?.selector || computed || name in own) return []
    const stand = Object.entries(asks).map(([field, other]) => [field, header[other] ?? ''])
    return [[name, askedOf(refersTo.selector, { ...header, ...Object.fromEntries(stand) }, template)] as const]
  })
}

interface Asking {
  readonly fields: Fields
  readonly own: object
  readonly header: Values
  readonly template: string | undefined
}

/** The values, and what the chosen rows say beside them and no field of the document holds: the back-end system of its area. */
function useKnown({ fields, actions }: AskedFields, header: Values): Values {
  const setting = Object.entries(fields).filter(([, { refersTo }]) => refersTo?.selector?.namesTemplate)
  const template = templateOf(actions)
  const lists = useLists(setting.map(([, { refersTo }]) => askedOf(refersTo!.selector!, header, template)))
  const said = setting.map(([name], at) => lists[at]!.options.find(({ value }) => value === header[name])?.sets)
  const key = JSON.stringify(said)
  return useMemo(() => {
    const more = Object.assign({}, ...(JSON.parse(key) as (Values | null)[])) as Values
    return Object.keys(more).every((name) => name in header) ? header : { ...more, ...header }
  }, [key, header])
}

const templateOf = (actions: AskedFields['actions']): string | undefined =>
  Object.values(actions).find(({ approval }) => approval !== undefined)?.approval

/** The option lists of a form: its own, and those of all other fields that refer to rows with a selector. */
export function useFormOptions(spec: Pick<FieldsSpec, 'definition' | 'useOptions'>, header: Values): FormOptions {
  const known = useKnown(spec.definition, header)
  const own = spec.useOptions?.(known)
  const { fields, lines } = asksOf(spec.definition, own, known)
  const lists = useLists([...fields, ...lines].map(([, asked]) => asked))
  const key = [...fields, ...lines].map(([name]) => name).join()
  return useMemo(() => {
    const names = key.split(',')
    const named = lists.map((list, at) => [names[at]!, list] as const)
    return {
      fields: { ...Object.fromEntries(named.slice(0, fields.length)), ...own?.fields },
      lines: { ...Object.fromEntries(named.slice(fields.length)), ...own?.lines },
    }
  }, [own, lists, key, fields.length])
}

function asksOf({ fields, lines, actions }: AskedFields, own: Partial<FormOptions> | undefined, header: Values) {
  const template = templateOf(actions)
  return {
    fields: selectorsOf({ fields, own: own?.fields ?? {}, header, template }),
    lines: selectorsOf({ fields: lines, own: own?.lines ?? {}, header, template }),
  }
}
