import { use, useMemo } from 'react'
import type { StateColour } from '#kernel/engine/definition/definition.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { FoundGroup } from '#kernel/services/find/find-wire.ts'
import { isIconName } from '#kernel/web/ui/Icon.tsx'
import { pageText, runningLanguage } from '../client/i18n.ts'
import type { MenuItem } from '../client/storage.ts'
import { findPage } from '../pages.ts'
import { menuTitle } from '../shell/menu-tree.ts'
import { type KnownVisit, useKnownVisits } from '../shell/known-visits.ts'
import { menuOf } from '../shell/routing.ts'
import { useSession } from '../shell/session-context.ts'
import { showShortcuts } from '../shell/shortcuts/shortcuts.ts'
import { ThemeContext } from '../shell/theme-context.ts'
import type { EntryGroup, PaletteEntry } from './entries.ts'
import { useActionEntries } from './page-actions.ts'
import { pageEntries } from './page-entries.ts'
import { type Search, useFound } from './use-found.ts'

/** Actions that the shell handles, because they must consider unsaved input. */
export interface Ways {
  readonly onSignOut: () => void
  readonly onLanguage: (language: Language) => void
}

/** All entries before filtering. */
export function useEntryGroups(
  typed: string,
  ways: Ways,
): { readonly groups: readonly EntryGroup[]; readonly search: Search } {
  const { menus, user } = useSession()
  const recent = useRecent(user.userAccount, menus)
  const pages = useMemo(() => pageEntries(menus, ({ url }) => (findPage(url)?.isBuilt ? url : null)), [menus])
  const actions = useActions(menus, ways)
  const { found, ...search } = useFound(typed)
  const foundGroups = useMemo(() => found.map(entriesOf), [found])
  const groups: readonly EntryGroup[] = [
    { key: 'recent', entries: recent },
    { key: 'pages', entries: pages },
    { key: 'actions', entries: actions },
    ...foundGroups,
  ]
  return { groups, search }
}

/** Recently opened pages that the person still has. */
function useRecent(account: string, menus: readonly MenuItem[]): readonly PaletteEntry[] {
  const visits = useKnownVisits(account)
  return useMemo(() => recentEntries(visits, menus), [visits, menus])
}

function recentEntries(visits: readonly KnownVisit[], menus: readonly MenuItem[]): readonly PaletteEntry[] {
  return visits.flatMap(({ visit, document: found }) => {
    const page = findPage(visit.address.split('?', 1)[0] ?? '')
    const menu = page && menuOf(page, menus)
    if (!menu) return []
    const name = menuTitle(menu)
    if (found)
      return {
        key: `recent ${visit.key}`,
        icon: 'clock',
        title: found.title,
        words: `${menu.name} ${menu.nameEn} ${visit.title ?? ''}`,
        address: visit.address,
        hint: found.hint,
        ...(found.state ? { state: { text: found.state.label, colour: found.state.colour as StateColour } } : {}),
      }
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
  const contributed = useActionEntries(menus)
  const theme = use(ThemeContext)
  const other = runningLanguage() === 'zh' ? 'en' : 'zh'
  return [
    ...contributed,
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

function entriesOf({ kind, label, icon, found }: FoundGroup): EntryGroup {
  return {
    key: kind,
    label,
    entries: found.map(({ key, title, hint, state, url }) => ({
      key: `${kind} ${key}`,
      icon: isIconName(icon) ? icon : 'list',
      title,
      ...(hint ? { hint } : {}),
      ...(state ? { state: { text: state.label, colour: state.colour as StateColour } } : {}),
      address: url,
    })),
  }
}
