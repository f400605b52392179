import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import type {
  DatedView,
  HistoryView,
  RelatedView,
  TreeNode,
  WaitingChange,
} from '#kernel/engine/record/routes/record-wire.ts'
import { post, type CallOptions } from '../client/api.ts'
import type { Page, PageRequest } from '../client/paging.ts'
import type { RecordState } from '#kernel/engine/record/states.ts'

/** A record on the wire: its values by field, and the names of references. */
export interface RecordWire {
  readonly id: string
  readonly version: number
  readonly state: RecordState
  readonly name: string
  readonly values: Readonly<Record<string, string | number | null>>
  readonly names: Readonly<Record<string, string | null>>
  readonly createdAt: string
  readonly updatedAt: string
  readonly updatedBy: string | null
}

export interface UseWire {
  readonly name: string
  readonly label: string
  readonly count: number
  readonly shown: readonly string[]
  readonly hasMore: boolean
}

export interface RecordDetailWire {
  readonly record: RecordWire
  readonly uses: readonly UseWire[]
  readonly waiting: readonly WaitingChange[]
  readonly related: readonly RelatedView[]
  readonly dated: readonly DatedView[]
  /** Rights that the reader holds elsewhere, but not for this record's organisation. */
  readonly elsewhere: readonly string[]
  readonly path: readonly { readonly id: string; readonly code: string; readonly name: string }[]
}

export type RecordInput = Readonly<Record<string, string | null>>

type Options = Omit<CallOptions, 'method' | 'body'>

/** The calls that every record has. */
export function recordApi({ api }: AnyRecord) {
  const written = async (act: string, body: object, options: Options) =>
    (await post<{ record: RecordWire }>(`${api}/${act}`, body, options)).record
  return {
    page: (request: PageRequest, options: Options) => post<Page<RecordWire>>(`${api}/queryPage`, request, options),
    count: (filters: object, options: Options) =>
      post<{ recordTotal: number; capped: boolean }>(`${api}/count`, filters, options),
    detail: (id: string, options: Options) => post<RecordDetailWire>(`${api}/detail`, { id }, options),
    history: (id: string, page: number, options: Options) =>
      post<{ records: readonly HistoryView[] }>(`${api}/history`, { id, page }, options),
    children: (parent: string | null, page: number, options: Options) =>
      post<{ records: readonly TreeNode[]; hasMore: boolean }>(
        `${api}/children`,
        { ...(parent === null ? {} : { parent }), page },
        options,
      ),
    choices: async (field: string, keyword: string, limit: number, options: Options) => {
      const body = { field, keyword, limit }
      return (await post<{ records: readonly { code: string; name: string }[] }>(`${api}/choices`, body, options))
        .records
    },
    create: (values: RecordInput, options: Options) => written('create', { values }, options),
    /** `from` is the day on which a dated value takes effect; by default today. */
    update: (id: string, version: number, values: RecordInput, options: Options, from?: string) =>
      written('update', { id, version, values, ...(from ? { from } : {}) }, options),
    act: (act: 'enable' | 'disable' | 'delete', { id, version }: RecordWire, options: Options) =>
      post(`${api}/${act}`, { id, version }, options),
    exportPath: `${api}/export`,
  }
}
