import { useEffect } from 'react'
import { isAtRisk } from '../../client/unsaved.ts'

/** The browser asks before it closes or reloads with unsaved input. */
export function useLeaveWarning(hasUnsaved: boolean): void {
  useEffect(() => {
    if (!hasUnsaved) return undefined
    const warn = (event: BeforeUnloadEvent): void => {
      if (isAtRisk()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [hasUnsaved])
}
