import type { ReadList } from '#kernel/engine/read-list/read-list.ts'

/** The parameter of the order in the address of a list. */
export const ORDER = 'sort'

/** The address of a list with these filters and this order. A removed default filter is written with an empty value, because the list would apply it again. */
export function listAddress<Row>(
  path: string,
  { start = {} }: Pick<ReadList<Row>, 'start'>,
  filters: Readonly<Record<string, string>>,
  order: string,
): string {
  const given = Object.entries(filters).filter(([, value]) => value !== '')
  const removed = Object.keys(start).flatMap((name) => (filters[name] ? [] : [[name, '']]))
  return `${path}?${new URLSearchParams([...given, ...removed, ...(order ? [[ORDER, order]] : [])])}`
}
