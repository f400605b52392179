import { useSyncExternalStore } from 'react'

/** Below this width a window is a phone's. */
export const PHONE_WIDTH = 640

/** Whether the window is narrower than this. */
export function useNarrow(width: number): boolean {
  const query = `(max-width: ${width - 0.02}px)`
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
