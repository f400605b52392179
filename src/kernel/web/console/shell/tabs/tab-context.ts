import { createContext, use, useEffect } from 'react'
import type { Unsaved } from '../../client/unsaved.ts'

/** The facts that a page may tell the shell about its tab. */
export interface TabHandle {
  readonly key: string
  readonly setTitle: (title: string) => void
  readonly setUnsaved: (unsaved: Unsaved | null) => void
  readonly close: () => void
  /** The work here is finished: the tab closes when the person moves on. */
  readonly closeOnLeave: () => void
}

export const TabContext = createContext<TabHandle | null>(null)

export function useTab(): TabHandle {
  const tab = use(TabContext)
  if (!tab) throw new Error('a page stands outside a tab')
  return tab
}

/** Sets the tab's title to its document's name. */
export function useTabTitle(title: string | null | undefined): void {
  const { setTitle } = useTab()
  useEffect(() => {
    if (title) setTitle(title)
  }, [title, setTitle])
}
