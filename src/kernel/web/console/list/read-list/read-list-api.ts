import { callOf, type ReadList } from '#kernel/engine/read-list/read-list.ts'
import { type CallOptions, post } from '../../client/api.ts'
import { areaTexts } from '../../client/i18n.ts'
import type { Page, PageRequest } from '../../client/paging.ts'

type Filters = Readonly<Record<string, unknown>>
type Options = Pick<CallOptions, 'signal' | 'handles'>
type Count = Pick<Page<never>, 'capped'> & { readonly recordTotal: number }
export type ListParams = Readonly<Record<string, string>>

/** The path of a call with what the page names in its place. */
export const pathOf = <Row>(list: ReadList<Row>, call: Parameters<typeof callOf>[1], params: ListParams = {}): string =>
  callOf(list, call).replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** The calls of a list, from its declaration. */
export function listApi<Row>(list: ReadList<Row>, params?: ListParams) {
  const path = (call: Parameters<typeof callOf>[1]): string => pathOf(list, call, params)
  return {
    page: (request: PageRequest | Filters, options: Options) => post<Page<Row>>(path('page'), request, options),
    count: (filters: Filters, options: Options) => post<Count>(path('count'), filters, options),
    sums: (filters: Filters, options: Options) =>
      post<readonly Readonly<Record<string, string | number>>[]>(path('sum'), filters, options),
    exportPath: path('export'),
    ...(list.paper ? { pdfPath: path('pdf') } : {}),
  }
}

/** The text of a path of a declaration; its first word says whose texts it is among. The path itself where there is none. */
export function listText(path: string, params?: Readonly<Record<string, string | number>>): string {
  const at = path.indexOf('.')
  const key = path.slice(at + 1)
  const found = areaTexts<never>(path.slice(0, at))(key as never, params)
  return found === key ? path : found
}
