import type {
  ImportKindView,
  ImportMode,
  ImportPartsView,
  ImportRowView,
  ImportRunView,
  ImportUploadView,
} from '#kernel/services/imports/import-wire.ts'
import { ApiError, type CallOptions, download, post } from '../client/api.ts'
import type { PageRequest } from '../client/paging.ts'
import { sendUpload } from '../client/upload.ts'

/** Row filter of a run: all, or rows with the same effect. */
export const SHOWN = ['all', 'asked', 'bad', 'create', 'update', 'same', 'removed'] as const
export type Shown = (typeof SHOWN)[number]

/** Parameters of the run: the header of a document, the region of a list. */
export type ImportParams = Readonly<Record<string, unknown>>

export interface RowsQuestion {
  readonly importId: string
  readonly show: Shown
  readonly page: number
  readonly limit: number
}

export interface RowsPage {
  readonly records: readonly ImportRowView[]
  readonly recordTotal: number
}

/** A row as corrected, or excluded. */
export type RowChange =
  | { readonly row: number; readonly texts: Readonly<Record<string, string>> }
  | { readonly row: number; readonly removed: boolean }

export interface SavedRows {
  readonly version: number
  readonly records: readonly ImportRowView[]
}

export interface RunsPage {
  readonly records: readonly ImportRunView[]
  readonly recordTotal: number
}

/** Acts on a run that need only its version. */
export type PlainAct = 'cancel' | 'resume' | 'undo' | 'discard'

const ROOT = '/aps/import'

interface At {
  readonly importId: string
  readonly version: number
}

export const importApi = {
  runs: (request: PageRequest, options?: CallOptions) => post<RunsPage>(`${ROOT}/queryPage`, request, options),
  kinds: (options?: CallOptions) => post<readonly ImportKindView[]>(`${ROOT}/kinds`, {}, options),
  detail: (importId: string, options?: CallOptions) => post<ImportRunView>(`${ROOT}/detail`, { importId }, options),
  rows: (question: RowsQuestion, options?: CallOptions) => post<RowsPage>(`${ROOT}/rows`, question, options),
  parts: (importId: string, options?: CallOptions) =>
    post<ImportPartsView | null>(`${ROOT}/parts`, { importId }, options),
  save: (body: At & { readonly rows: readonly RowChange[] }, options?: CallOptions) =>
    post<SavedRows>(`${ROOT}/rows/save`, body, options),
  run: (body: At & { readonly mode: ImportMode; readonly reason?: string }, options?: CallOptions) =>
    post<unknown>(`${ROOT}/run`, body, options),
  act: (act: PlainAct, body: At & { readonly reason?: string }, options?: CallOptions) =>
    post<unknown>(`${ROOT}/${act}`, body, options),
  errors: (importId: string, name: string) => download(`${ROOT}/errors/${importId}.xlsx`, name),
  result: (importId: string, name: string) => download(`${ROOT}/result/${importId}.xlsx`, name),
  template: (kind: string, params: ImportParams | undefined) =>
    download(`/aps/template/import/${kind}.xlsx${paramsText(params)}`, `${kind}.xlsx`),
  upload: (
    kind: string,
    file: File,
    params: ImportParams | undefined,
    onProgress: (share: number) => void,
    { idempotencyKey, signal }: { readonly idempotencyKey: string; readonly signal: AbortSignal },
  ): Promise<ImportUploadView> => {
    const form = new FormData()
    form.append('params', JSON.stringify(params ?? {}))
    form.append('file', file)
    return sendUpload<ImportUploadView>({ path: `${ROOT}/upload/${kind}`, form, onProgress, signal, idempotencyKey })
  },
}

function paramsText(params: ImportParams | undefined): string {
  return params ? `?${new URLSearchParams({ params: JSON.stringify(params) })}` : ''
}

/** Keys in the query cache. */
export const importKeys = {
  all: ['imports'] as const,
  kinds: ['options', 'importKinds'] as const,
  run: (importId: string) => ['imports', importId] as const,
  detail: (importId: string) => ['imports', importId, 'detail'] as const,
  allParts: ['importParts'] as const,
  parts: (importId: string, version: number) => ['importParts', importId, version] as const,
  rows: (question: RowsQuestion) =>
    ['imports', question.importId, 'rows', question.show, question.page, question.limit] as const,
}

/** Its page; the id counts as part of the path, so that each run has its own tab. */
export function importAddress(importId: string): string {
  return `/imports/run?id=${encodeURIComponent(importId)}`
}

/** The run changed since it was displayed; any other refusal concerns the act itself. */
export function isStale(cause: unknown): boolean {
  return cause instanceof ApiError && cause.refusal?.key === 'imports.stale'
}
