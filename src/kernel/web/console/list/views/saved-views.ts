import { useQuery } from '@tanstack/react-query'
import type { Density } from '#kernel/web/ui/table-columns.ts'
import { post } from '../../client/api.ts'
import { queryClient } from '../../client/query-client.ts'
import type { ColumnSettings } from './column-settings.ts'

export interface ViewContent {
  readonly filters: Readonly<Record<string, string>>
  readonly sort: string | null
  readonly limit: number | null
  readonly columns: ColumnSettings | null
  readonly density: Density | null
}

/** A view visible to the caller: their own, or a shared one. */
export interface SavedView {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly isMine: boolean
  readonly isShared: boolean
  readonly ownerName: string
  readonly content: ViewContent
}

const PATH = '/api/v1/admin/view'
const keyOf = (list: string) => ['views', list] as const

export interface SavedViews {
  readonly views: readonly SavedView[]
  readonly mayShare: boolean
  readonly isKnown: boolean
}

interface Views {
  readonly views: readonly SavedView[]
  readonly mayShare: boolean
}

const NONE: readonly SavedView[] = []

/** The views of a list. Without them the list has its defaults. */
export function useSavedViews(list: string): SavedViews {
  const { data, isPending } = useQuery({
    queryKey: keyOf(list),
    queryFn: ({ signal }) => post<Views>(`${PATH}/list`, { list }, { signal, handles: true }),
    staleTime: 5 * 60_000,
  })
  return { views: data?.views ?? NONE, mayShare: data?.mayShare ?? false, isKnown: !isPending }
}

interface SaveInput {
  readonly id?: string
  readonly version?: number
  readonly name: string
  readonly content: ViewContent
}

/** Changes the views of a list; the caller handles a refusal. The list of views is updated at once. */
export const viewApi = {
  save: (list: string, input: SaveInput) =>
    changing(list, post<SavedView>(`${PATH}/save`, { list, ...input }, { handles: [400, 409] })),
  share: (list: string, { id, version }: SavedView, isShared: boolean) =>
    changing(list, post<SavedView>(`${PATH}/share`, { id, version, isShared })),
  remove: async (list: string, { id, version }: SavedView) => {
    await post(`${PATH}/delete`, { id, version })
    put(list, (views) => views.filter((view) => view.id !== id))
  },
  reload: (list: string) => queryClient.invalidateQueries({ queryKey: keyOf(list) }),
}

async function changing(list: string, request: Promise<SavedView>): Promise<SavedView> {
  const view = await request
  put(list, (views) => {
    const others = views.filter(({ id }) => id !== view.id)
    return [...others, view].toSorted((a, b) => Number(b.isMine) - Number(a.isMine) || a.name.localeCompare(b.name))
  })
  return view
}

function put(list: string, change: (views: readonly SavedView[]) => readonly SavedView[]): void {
  queryClient.setQueryData<Views>(keyOf(list), (known) =>
    known ? { ...known, views: change(known.views) } : { views: change([]), mayShare: false },
  )
}
