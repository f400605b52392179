import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Column, Density } from '#kernel/web/ui/table-columns.ts'
import { usePreference } from '../client/preferences.ts'
import { arranged, entriesText, resized, sameSettings, settled, type ColumnSettings } from './views/column-settings.ts'
import { isAddressed, STANDARD, useListState, VIEW, type Filters, type ListState } from './list-state.ts'
import { useSavedViews, type SavedView, type SavedViews, type ViewContent } from './views/saved-views.ts'

/** A person's changes to the standard view of a list, and their default view. */
interface ListPreference {
  readonly columns?: ColumnSettings
  readonly density?: Density
  readonly defaultView?: string
}

const NOTHING: ListPreference = {}

/** Unsaved changes; `of` names the view. */
interface Beside {
  readonly of: string
  readonly columns?: ColumnSettings | null
  readonly density?: Density
}

export interface ListViewSetup<T> {
  readonly state: ListState
  readonly columns: readonly Column<T>[]
  readonly settings: ColumnSettings
  readonly density: Density
  readonly setColumns: (settings: ColumnSettings | null) => void
  readonly resize: (key: string, width: number | null) => void
  readonly setDensity: (density: Density) => void
  readonly saved: SavedViews
  readonly view: SavedView | null
  readonly isModified: boolean
  readonly content: ViewContent
  readonly reset: () => void
  readonly defaultId: string | null
  readonly setDefault: (id: string | null) => void
  /** Until this is loaded the view is unknown, and fetched rows would be discarded. */
  readonly isReady: boolean
}

/**
 * The state of a list: its address, its saved view, and this person's column settings. Without a view, columns and
 * density are saved at each change; with one, changes belong to the view, and are saved with it.
 */
export function useListView<T>(
  list: string,
  columns: readonly Column<T>[],
  names: readonly string[],
  defaultSort: string | undefined,
  startFilters: Filters | undefined,
): ListViewSetup<T> {
  const [query] = useSearchParams()
  const saved = useSavedViews(list)
  const preference = usePreference<ListPreference>(`list.${list}`, NOTHING)
  const asked = query.get(VIEW)
  const view = saved.views.find(({ id }) => id === asked) ?? null
  const state = useListState(names, defaultSort, view, startFilters)
  const defaultId = preference.value.defaultView ?? null
  const isReady = useDefaultView(state, saved, isAddressed(query, names), asked, defaultId, preference.isKnown)
  const [beside, setBeside] = useState<Beside>({ of: '' })
  const shownId = view?.id ?? STANDARD
  const own = beside.of === shownId ? beside : null
  const base = view?.content ?? preference.value
  const chosen = (own?.columns === undefined ? base.columns : own.columns) ?? null
  const density = own?.density ?? base.density ?? (isTouch() ? 'cosy' : 'compact')
  const settings = useMemo(() => settled(columns, chosen), [columns, chosen])
  const shown = useMemo(() => arranged(columns, settings), [columns, settings])
  const put = (change: Omit<Beside, 'of'>): void => {
    setBeside({ ...own, ...change, of: shownId })
    if (view) return
    const { columns: kept, ...rest } = { ...preference.value, ...change }
    preference.set({ ...rest, ...(kept ? { columns: kept } : {}) })
  }
  const content: ViewContent = {
    filters: state.filters,
    sort: state.sort ?? null,
    limit: state.limit,
    columns: settings,
    density,
  }
  return {
    state,
    columns: shown,
    settings,
    density,
    setColumns: (next) => put({ columns: next }),
    resize: (key, width) => put({ columns: resized(settings, key, width) }),
    setDensity: (next) => put({ density: next }),
    saved,
    view,
    isModified: view !== null && !isAsSaved(view.content, content, columns, defaultSort),
    content,
    reset: () => {
      setBeside({ of: '' })
      state.showView(view)
    },
    defaultId,
    setDefault: (id) => {
      const { defaultView: _, ...rest } = preference.value
      preference.set({ ...rest, ...(id ? { defaultView: id } : {}) })
    },
    isReady,
  }
}

/** An address without list state gets the person's default view. */
function useDefaultView(
  state: ListState,
  saved: SavedViews,
  isAddressedAlready: boolean,
  asked: string | null,
  defaultId: string | null,
  isKnown: boolean,
): boolean {
  const wanted = isAddressedAlready ? null : (saved.views.find(({ id }) => id === defaultId) ?? null)
  useEffect(() => {
    if (wanted) state.showView(wanted, true)
  })
  if (isAddressedAlready) return asked === null || asked === STANDARD || saved.isKnown
  return isKnown && (defaultId === null || (saved.isKnown && !wanted))
}

function isAsSaved(
  saved: ViewContent,
  now: ViewContent,
  columns: readonly Column<never>[],
  defaultSort: string | undefined,
): boolean {
  return (
    entriesText(saved.filters) === entriesText(now.filters) &&
    (saved.sort ?? defaultSort ?? null) === now.sort &&
    (saved.limit ?? now.limit) === now.limit &&
    (saved.density ?? now.density) === now.density &&
    sameSettings(settled(columns, saved.columns), now.columns ?? settled(columns, null))
  )
}

function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
