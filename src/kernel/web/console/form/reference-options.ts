import { useCallback } from 'react'
import type { Selector } from '#kernel/engine/definition/reference.ts'
import { JOINT } from '#kernel/engine/definition/view.ts'
import { post } from '../client/api.ts'
import { runningLanguage } from '../client/i18n.ts'
import { queryClient } from '../client/query-client.ts'
import { optionsQuery, useOptions } from '../client/use-options.ts'
import type { Values } from '../sheet/sheet-columns.ts'
import { allRecords, coded, type Option, type OptionList } from './options.ts'

export type Row = Readonly<Record<string, unknown>>

export interface Offered {
  readonly selector: Selector
  /** Null until the fields that its path needs are filled. */
  readonly path: string | null
  readonly body: Row
}

/** The call for the current values, by the form of a document with this template. Values are texts: an empty one sends no filter. */
export function askedOf(selector: Selector, values: Values, templateCode?: string): Offered {
  const { path, filters = {}, words = {}, always, most, namesTemplate } = selector
  let isComplete = true
  const whole = path.replaceAll(/\{(\w+)(?:=(\w+))?\}/g, (_, field: string, usual = '') => {
    const value = values[field] || usual
    isComplete &&= Boolean(value)
    return encodeURIComponent(value)
  })
  const filled = Object.entries(filters).flatMap(([name, field]) => {
    const given = values[typeof field === 'string' ? field : field[0]] ?? ''
    const value = words[name] ? words[name][given] : given
    return value ? [[name, typeof field === 'string' ? value : [value]] as const] : []
  })
  return {
    selector,
    path: isComplete ? whole : null,
    body: {
      ...(most === undefined ? {} : { limit: most }),
      ...always,
      ...(namesTemplate && templateCode ? { templateCode } : {}),
      ...Object.fromEntries(filled),
    },
  }
}

/** Key and call of the query; no call is made until the path is complete. */
export function queryOf({ path, body, selector: { path: name, most, below } }: Offered) {
  const load = async (asked: string): Promise<readonly Row[]> => {
    if (most !== undefined) return allRecords(asked, body)
    const rows = await post<readonly Row[]>(asked, body, { handles: true })
    return below === undefined ? rows : lowest(rows, below)
  }
  return { key: [name, path, JSON.stringify(body)] as const, load: path === null ? null : () => load(path) }
}

function lowest(rows: readonly Row[], below: string): readonly Row[] {
  return rows.flatMap((row) => {
    const others = row[below] as readonly Row[]
    return others.length > 0 ? lowest(others, below) : [row]
  })
}

/** A row of a selector's answer as an option: typed words are looked for in all of its texts (spec section 9). */
export function optionOf(
  {
    called = '',
    code = `${called}Code`,
    name = `${called}Name`,
    joined,
    names,
    isNumbered,
    search = [],
    detail,
    sets = [],
    has = [],
    of = [],
  }: Selector,
  row: Row,
): Option {
  const text = (field: string | undefined) => (field === undefined ? '' : [row[field]].flat().join(' '))
  const valuesOf = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, text(field)]))
  const whole = (parts: readonly string[]) => parts.map(text).join('-')
  const isChinese = names && runningLanguage() === 'zh'
  const label = names ? whole(isChinese ? names.zh : names.en) : text(name)
  const found = [...search.map(text), ...(names ? [whole(isChinese ? names.en : names.zh)] : [])]
  return {
    ...(isNumbered ? { value: text(code), label } : coded(text(code), label)),
    ...(joined ? { value: joined.map(text).join(JOINT) } : {}),
    ...(found.length > 0 ? { search: found.filter(Boolean).join(' ') } : {}),
    ...(detail === undefined ? {} : { detail: text(detail) }),
    ...(sets.length > 0 ? { sets: valuesOf(sets) } : {}),
    ...(has.length > 0 ? { has: valuesOf(has) } : {}),
    ...(of.length > 0 ? { of: valuesOf(of) } : {}),
  }
}

/** The rows of one reference, for a filter or another place outside a form. */
export function useOptionsOf(
  { selector }: { readonly selector: Selector },
  values: Values,
  templateCode?: string,
): OptionList {
  const { key, load } = queryOf(askedOf(selector, values, templateCode))
  const toOption = useCallback((row: Row) => optionOf(selector, row), [selector])
  return useOptions(key, load, toOption)
}

/** Loads the rows before anything that shows them is drawn. */
export function prefetchOptionsOf({ selector }: { readonly selector: Selector }, values: Values): void {
  const { key, load } = queryOf(askedOf(selector, values))
  void queryClient.prefetchQuery(optionsQuery(key, load))
}
