import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { use, useEffect, useMemo, useState } from 'react'
import type { StateColour } from '#kernel/engine/definition/definition.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { isIconName } from '#kernel/web/ui/Icon.tsx'
import { ApiError, post } from '../client/api.ts'
import { pageText, runningLanguage } from '../client/i18n.ts'
import type { MenuItem } from '../client/storage.ts'
import { actionsOf, findPage, type PageAction } from '../pages.ts'
import { menuTitle } from '../shell/menu-tree.ts'
import { recentVisits } from '../shell/recent.ts'
import { menuOf } from '../shell/routing.ts'
import { useSession } from '../shell/session-context.ts'
import { showShortcuts } from '../shell/shortcuts/shortcuts.ts'
import { ThemeContext } from '../shell/theme-context.ts'
import { type PaletteEntry, type EntryGroup, numberTyped } from './entries.ts'

/** A document in the answer of the search by number. */
interface Found {
  readonly no: string
  readonly typeLabel: string
  readonly stateLabel: string
  readonly stateColour: StateColour
  readonly drafterName: string
  readonly url: string
}

export interface FoundDocuments {
  readonly isSearching: boolean
  readonly error: string | null
  readonly retry: () => void
}

/** Actions that the shell handles, because they must consider unsaved input. */
export interface Ways {
  readonly onSignOut: () => void
  readonly onLanguage: (language: Language) => void
}

/** All entries before filtering. */
export function useEntryGroups(
  typed: string,
  ways: Ways,
): { readonly groups: readonly EntryGroup[]; readonly documents: FoundDocuments } {
  const { menus, user } = useSession()
  const [recent] = useState(() => recentEntries(user.userAccount, menus))
  const pages = useMemo(() => pageEntries(menus), [menus])
  const actions = useActions(menus, ways)
  const { entries, ...documents } = useDocuments(typed)
  const groups: readonly EntryGroup[] = [
    { key: 'documents', entries },
    { key: 'recent', entries: recent },
    { key: 'pages', entries: pages },
    { key: 'actions', entries: actions },
  ]
  return { groups, documents }
}

/** Pages of the menu, by their name in both languages. */
function pageEntries(menus: readonly MenuItem[]): readonly PaletteEntry[] {
  const byCode = new Map(menus.map((menu) => [menu.code, menu]))
  return menus
    .filter((menu) => menu.url && !menu.hidden && findPage(menu.url)?.isBuilt)
    .toSorted((a, b) => a.sortIndex - b.sortIndex)
    .map((menu) => {
      const group = byCode.get(menu.pcode)
      return {
        key: `page ${menu.url}`,
        icon: isIconName(menu.icon) ? menu.icon : 'list',
        title: menuTitle(menu),
        words: `${menu.name} ${menu.nameEn}`,
        address: menu.url,
        ...(group ? { hint: menuTitle(group) } : {}),
      }
    })
}

/** Recently opened pages that the person still has. */
function recentEntries(account: string, menus: readonly MenuItem[]): readonly PaletteEntry[] {
  return recentVisits(account).flatMap((visit) => {
    const page = findPage(visit.address.split('?', 1)[0] ?? '')
    const menu = page && menuOf(page, menus)
    if (!menu) return []
    const name = menuTitle(menu)
    return {
      key: `recent ${visit.key}`,
      icon: 'clock',
      title: visit.title ?? name,
      words: `${menu.name} ${menu.nameEn}`,
      address: visit.address,
      ...(visit.title ? { hint: name } : {}),
    }
  })
}

function useActions(menus: readonly MenuItem[], { onSignOut, onLanguage }: Ways): readonly PaletteEntry[] {
  const [contributed, setContributed] = useState<readonly PageAction[]>([])
  const theme = use(ThemeContext)
  useEffect(() => {
    // Without their texts they have no name; the rest of the palette does not wait for them.
    void actionsOf(new Set(menus.map((menu) => menu.url))).then(setContributed, () => undefined)
  }, [menus])
  const other = runningLanguage() === 'zh' ? 'en' : 'zh'
  return [
    ...contributed.map(({ key, icon, label, address }) => ({
      key: `action ${key}`,
      icon,
      title: label(),
      address: address(),
    })),
    {
      key: 'action theme',
      icon: theme.name === 'dark' ? 'sun' : 'moon',
      title: pageText(theme.name === 'dark' ? 'shell.toLight' : 'shell.toDark'),
      act: theme.toggle,
    },
    {
      key: 'action language',
      icon: 'globe',
      title: pageText('shell.switchLanguage'),
      words: pageText('common.language'),
      act: () => onLanguage(other),
    },
    { key: 'action shortcuts', icon: 'keyboard', title: pageText('shortcuts.title'), act: showShortcuts },
    { key: 'action signOut', icon: 'exit', title: pageText('shell.signOut'), act: onSignOut },
  ]
}

const PAUSE_MS = 180

/** Documents whose number begins with the input; searched once typing pauses. */
function useDocuments(typed: string): FoundDocuments & { readonly entries: readonly PaletteEntry[] } {
  const number = numberTyped(typed)
  const settled = useSettled(number)
  const search = useQuery({
    queryKey: ['find', settled],
    queryFn: ({ signal }) => post<Found[]>('/aps/document/find', { keyword: settled }, { signal, handles: true }),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
  })
  const isAsked = number !== null
  const entries = isAsked && settled !== null ? (search.data ?? []).filter(({ no }) => fits(no, number)) : []
  return {
    entries: entries.map((document) => ({
      key: `document ${document.no}`,
      icon: 'file',
      title: document.no,
      hint: `${document.typeLabel} · ${document.drafterName}`,
      state: { text: document.stateLabel, colour: document.stateColour },
      address: document.url,
    })),
    isSearching: isAsked && (settled !== number || search.isPending || search.isPlaceholderData),
    error: isAsked && search.isError ? messageOf(search.error) : null,
    retry: () => void search.refetch(),
  }
}

/** Results of a shorter prefix stay while the longer one is loading, as far as they still match. */
function fits(no: string, typed: string): boolean {
  return no.includes(typed.toUpperCase())
}

function messageOf(error: unknown): string {
  return error instanceof ApiError && error.message ? error.message : pageText('http.unknown')
}

function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
