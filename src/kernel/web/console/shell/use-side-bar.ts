import { useEffect, useState } from 'react'
import { isNarrow as isNarrowWidth } from './narrow.ts'

const COOKIE = 'sidebarStatus'
const YEAR_SECONDS = 31_536_000

export interface SideBarState {
  readonly isNarrow: boolean
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
}

function isNarrowNow(): boolean {
  return isNarrowWidth(document.documentElement.clientWidth)
}

/** 1 closed, 0 open (spec section 2); open by default. */
function isOpenInCookie(): boolean {
  return !document.cookie.split('; ').includes(`${COOKIE}=1`)
}

/**
 * The side bar collapses automatically on a narrow window, where it overlays the page. The cookie stores the choice of
 * a wide window, which applies again when the window grows.
 */
export function useSideBar(): SideBarState {
  const [width, setWindow] = useState(() => ({ isNarrow: isNarrowNow(), isDrawerOpen: false }))
  const [isOpen, setOpen] = useState(isOpenInCookie)
  useEffect(() => {
    const onResize = (): void => {
      const isNarrow = isNarrowNow()
      setWindow((was) => (was.isNarrow === isNarrow ? was : { isNarrow, isDrawerOpen: false }))
    }
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])
  const { isNarrow, isDrawerOpen } = width
  if (isNarrow) {
    return { isNarrow, isOpen: isDrawerOpen, setOpen: (next) => setWindow({ isNarrow, isDrawerOpen: next }) }
  }
  return {
    isNarrow,
    isOpen,
    setOpen: (next) => {
      setOpen(next)
      document.cookie = `${COOKIE}=${next ? 0 : 1}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
    },
  }
}
