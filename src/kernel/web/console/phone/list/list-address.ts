import type { ReadList } from '#kernel/engine/read-list/read-list.ts'

/** The page of a list with these filters. One that the list starts with is named empty where it was taken away, or it would come back. */
export function listAddress<Row>(
  path: string,
  { start = {} }: Pick<ReadList<Row>, 'start'>,
  filters: Readonly<Record<string, string>>,
): string {
  const given = Object.entries(filters).filter(([, value]) => value !== '')
  const removed = Object.keys(start).flatMap((name) => (filters[name] ? [] : [[name, '']]))
  return `${path}?${new URLSearchParams([...given, ...removed])}`
}
