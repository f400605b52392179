/** Cached queries that belong to one person. */
const PERSONAL = new Set<unknown>(['tasks', 'inbox', 'home'])

/** Keys of the query cache. A page names what it reads; an action invalidates by the document's name. */
export const queryKeys = {
  buttons: (pageCode: string) => ['buttons', pageCode] as const,
  options: (name: string, ...scope: readonly (string | number | null)[]) => ['options', name, ...scope] as const,
  /** Keys of a personal list (tasks) begin with its name, for invalidation. */
  list: (name: string, request: unknown) =>
    PERSONAL.has(name) ? ([name, 'list', request] as const) : (['list', name, request] as const),
  count: (name: string, filters: unknown) => ['count', name, filters] as const,
  sum: (name: string, filters: unknown) => ['sum', name, filters] as const,
  detail: (name: string, id: unknown) => ['detail', name, id] as const,
  tasks: (status: 'open' | 'done', page: number, limit: number, type?: string | null) =>
    ['tasks', status, page, limit, type ?? ''] as const,
  /** The latest tasks, in the bell's popup. */
  inbox: () => ['inbox'] as const,
  /** A figure of the home page. */
  home: (part: string) => ['home', part] as const,
}

/** The queries to invalidate when a document changed: its lists, counts, sums, details, everybody's tasks and the home page. */
export function staleAfterAction(names: readonly string[]): (key: readonly unknown[]) => boolean {
  return (key) => PERSONAL.has(key[0]) || (key[0] !== 'buttons' && typeof key[1] === 'string' && names.includes(key[1]))
}
