import type { ComponentType } from 'react'
import { loadAreaTexts } from './client/i18n.ts'
import { reportChunkFailure } from './client/session.ts'

/** One page of an area. Whether a person has it is not said here: routes come from the permitted menu. */
export interface PageSpec {
  readonly path: string
  readonly load: () => Promise<{ readonly default: ComponentType }>
  /** Without a `type` query: no side bar, no tab strip, 60 px above the content (spec section 2). */
  readonly bareWithoutType?: boolean
}

export interface PageSet {
  /** Area whose texts the pages need; null for pages of the kernel. */
  readonly area: string | null
  readonly pages: readonly PageSpec[]
}

export function definePages(area: string | null, pages: readonly PageSpec[]): PageSet {
  return { area, pages }
}

interface KnownPage extends PageSpec {
  readonly area: string | null
  loaded?: Promise<ComponentType>
}

const known = new Map<string, KnownPage>()

export function registerPages(sets: readonly PageSet[]): void {
  for (const set of sets) for (const page of set.pages) known.set(page.path, { ...page, area: set.area })
}

export function findPage(path: string): PageSpec | undefined {
  return known.get(path)
}

/** Fetches a page's chunk and its area's texts, once; a failed load may be tried again. */
export function loadPage(path: string): Promise<ComponentType> | null {
  const page = known.get(path)
  if (!page) return null
  page.loaded ??= Promise.all([page.load(), page.area ? loadAreaTexts(page.area) : null]).then(
    ([module]) => module.default,
    (cause: unknown) => {
      delete page.loaded
      reportChunkFailure()
      throw cause
    },
  )
  return page.loaded
}

/** Starts fetching a page's chunk before the session is there; its texts follow when the language is known. */
export function preloadPage(path: string): void {
  known
    .get(path)
    ?.load()
    .catch(() => undefined)
}
