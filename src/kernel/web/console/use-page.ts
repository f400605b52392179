import { type ComponentType, useEffect, useState } from 'react'
import type { LoadedPage } from './pages.ts'

interface Settled {
  readonly page: LoadedPage
  readonly failure?: unknown
}

/**
 * The component of a page, or null while it is being loaded; throws its load error. Not `use(promise)` below
 * `Suspense`: React shows suspended content at least 300 ms after the fallback, however soon it arrives.
 */
export function usePage(page: LoadedPage): ComponentType | null {
  const [settled, setSettled] = useState<Settled | null>(null)
  const { component } = page
  useEffect(() => {
    // Compared with what was rendered: a page may arrive between rendering and this effect.
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
