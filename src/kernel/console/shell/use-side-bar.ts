import { useEffect, useState } from 'react'

/** Spec section 9. */
const NARROW_BELOW = 1024
const TOLERANCE = 3
const COOKIE = 'sidebarStatus'

export interface SideBarState {
  readonly isNarrow: boolean
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
}

function isNarrowNow(): boolean {
  return document.documentElement.clientWidth - TOLERANCE < NARROW_BELOW
}

/** The side bar collapses by itself on a narrow window; its open state is kept in a cookie (1 closed, 0 open). */
export function useSideBar(): SideBarState {
  const [isNarrow, setNarrow] = useState(isNarrowNow)
  const [isOpen, setOpen] = useState(() => !isNarrowNow() && !document.cookie.includes(`${COOKIE}=1`))
  useEffect(() => {
    const onResize = (): void => {
      const narrow = isNarrowNow()
      setNarrow((was) => {
        if (narrow && !was) setOpen(false)
        return narrow
      })
    }
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])
  return {
    isNarrow,
    isOpen,
    setOpen: (next) => {
      setOpen(next)
      document.cookie = `${COOKIE}=${next ? 0 : 1}; path=/; max-age=31536000; samesite=lax`
    },
  }
}
