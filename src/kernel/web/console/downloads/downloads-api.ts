import type { ImportState } from '#kernel/services/downloads/import-card.ts'
import { minutesSince } from '#kernel/web/ui/time.ts'
import { get, post, type CallOptions } from '../client/api.ts'

/** Kinds and states of a task as the spec numbers them (section 3). */
export const TYPES = [1, 2] as const
export const STATUSES = [1, 2, 3] as const
export type TaskType = (typeof TYPES)[number]
export type TaskStatus = (typeof STATUSES)[number]

export interface DownloadTask {
  readonly id: string
  readonly name: string
  readonly type: TaskType
  readonly status: TaskStatus
  readonly createTime: string
  readonly updateTime: string
  /** Of an export: its last start. */
  readonly startTime?: string | null
  readonly resultDescr: string
  readonly downloadUrl: string | null
  readonly fileKey: string | null
  readonly size: number | null
  readonly rowsDone: number
  readonly rowsTotal: number | null
  /** Expiry of its file. */
  readonly expireTime?: string | null
  /** Estimated from its pace. */
  readonly secondsLeft?: number | null
  /** State of an import: `checked` no longer runs and waits for the person. */
  readonly phase?: ImportState | null
  readonly importId?: string | null
}

/** Running on the wire, but it is the person who has to continue. */
export function isWaiting({ status, phase }: Pick<DownloadTask, 'status' | 'phase'>): boolean {
  return status === 1 && phase === 'checked'
}

export interface TaskQuestion {
  readonly type?: TaskType
  readonly status?: TaskStatus
  readonly createTimeStart?: string
  readonly page: number
  readonly limit: number
}

export interface TaskPage {
  readonly records: readonly DownloadTask[]
  readonly recordTotal: number
}

/** Rows of a page of the centre (spec section 2). */
export const PAGE_ROWS = 10
/** How far back it looks, in days. */
export const WINDOW_DAYS = 90

export interface ExportAnswer {
  readonly taskId: string
  readonly name: string
  readonly isNew: boolean
  /** Of a small file made in the call itself, valid for a minute. */
  readonly downloadUrl: string | null
}

const CENTER = '/aps/download-center'

export const downloadsApi = {
  page: (question: TaskQuestion, options?: CallOptions) => post<TaskPage>(`${CENTER}/queryPage`, question, options),
  cancel: (id: string) => post<{ id: string }>(`${CENTER}/cancel`, { id }),
  retry: (id: string) => post<{ id: string }>(`${CENTER}/retry`, { id }),
  link: (key: string) => get<{ url: string }>('/aps/file/tmpUrl', { query: { key } }),
  export: (path: string, body: object, options?: CallOptions) => post<ExportAnswer>(path, body, options),
}

/** Parts of the query cache; live events invalidate all of them. */
export const downloadKeys = {
  all: ['downloads'] as const,
  page: (question: TaskQuestion) => ['downloads', 'page', question] as const,
}

/** In whole minutes (spec section 2); of a running task, until now. A waiting one shows no duration. */
export function durationMinutes(task: DownloadTask, now: number): number {
  const isRunning = task.status === 1 && !isWaiting(task)
  return minutesSince(task.startTime ?? task.createTime, isRunning ? now : Date.parse(task.updateTime))
}

/** The browser saves it by itself, however large, without the page holding its bytes. */
export async function saveFile(task: DownloadTask): Promise<void> {
  if (task.fileKey === null) return
  const { url } = await downloadsApi.link(task.fileKey)
  const link = document.createElement('a')
  link.href = url
  link.download = task.name
  link.click()
}
