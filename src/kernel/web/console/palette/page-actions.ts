import { useEffect, useState } from 'react'
import type { IconName } from '#kernel/web/ui/Icon.tsx'
import { loadAreaTexts, pageText } from '../client/i18n.ts'
import type { MenuItem } from '../client/storage.ts'
import type { PaletteEntry } from './entries.ts'

/** Something to begin that the search offers to people who may open its page. */
export interface PageAction {
  readonly key: string
  /** Path of its page on a desk. */
  readonly page: string
  readonly icon: IconName
  /** Called once the area's texts are loaded. */
  readonly label: () => string
  /** Its address; computed each time. */
  readonly address: () => string
}

const ofAreas = import.meta.glob<{ readonly actions: readonly PageAction[] }>('/src/areas/*/*.actions.web.ts')

const ofKernel: readonly PageAction[] = [
  {
    key: 'imports',
    page: '/imports',
    icon: 'upload',
    label: () => pageText('imports.mine'),
    address: () => '/imports',
  },
]

async function actionsOfArea(file: string, load: () => Promise<{ readonly actions: readonly PageAction[] }>) {
  const [{ actions }] = await Promise.all([load(), loadAreaTexts(file.split('/')[3] ?? '')])
  return actions
}

let known: readonly PageAction[] = []

/** Loads the actions of all areas. Without their texts they have no name; the rest of the search does without them. */
export async function loadActions(): Promise<void> {
  try {
    known = (await Promise.all(Object.entries(ofAreas).map(([file, load]) => actionsOfArea(file, load)))).flat()
  } catch {
    // Asked for again when the search is opened anew.
  }
}

/** The actions that a person may start, as entries of the search; `addressOf` gives the address at the width of the page. */
export function useActionEntries(
  menus: readonly MenuItem[],
  addressOf: (action: PageAction) => string = ({ address }) => address(),
): readonly PaletteEntry[] {
  const [ofLoaded, setLoaded] = useState(known)
  useEffect(() => {
    void loadActions().then(() => setLoaded(known))
  }, [])
  const permitted = new Set(menus.map(({ url }) => url))
  return [...ofLoaded, ...ofKernel]
    .filter(({ page }) => permitted.has(page))
    .map((action) => ({
      key: `action ${action.key}`,
      icon: action.icon,
      title: action.label(),
      address: addressOf(action),
    }))
}
