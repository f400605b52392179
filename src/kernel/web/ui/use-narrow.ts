import { useSyncExternalStore } from 'react'

/** Below this width a window is a phone's. */
export const PHONE_WIDTH = 640

const narrower = (width: number) => `(max-width: ${width - 0.02}px)`

/** Whether the window is as narrow as a phone's at this moment. */
export function isPhoneNow(): boolean {
  return matchMedia(narrower(PHONE_WIDTH)).matches
}

/** Whether the window is narrower than this. */
export function useNarrow(width: number): boolean {
  const query = narrower(width)
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
