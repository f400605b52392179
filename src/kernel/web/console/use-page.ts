import { type ComponentType, useEffect, useState } from 'react'
import type { LoadedPage } from './pages.ts'

interface Settled {
  readonly page: LoadedPage
  readonly failure?: unknown
}

/**
 * The component of a page, or null while it is being fetched; throws what made its fetch fail. Not `use(promise)` below `Suspense`: React shows
 * what has been waited for no sooner than 300 ms after it showed the fallback, however soon it came.
 */
export function usePage(page: LoadedPage): ComponentType | null {
  const [settled, setSettled] = useState<Settled | null>(null)
  const { component } = page
  useEffect(() => {
    // What was drawn, not what is there by now: a page may come between its drawing and this effect.
    if (component) return undefined
    let isGone = false
    const settle = (outcome: Settled): void => {
      if (!isGone) setSettled(outcome)
    }
    page.done.then(
      () => settle({ page }),
      (failure: unknown) => settle({ page, failure }),
    )
    return () => {
      isGone = true
    }
  }, [page, component])
  if (component) return component
  if (settled?.page === page) throw settled.failure
  return null
}
