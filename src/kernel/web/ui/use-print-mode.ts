import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * What was measured when the page began to be printed; null while it is not. It is rendered anew before the browser prints: a long table
 * then has every row. `measure` must be stable.
 */
export function usePrintMode<T>(measure: () => T): T | null {
  const [measured, setMeasured] = useState<T | null>(null)
  useEffect(() => {
    const begin = (): void => {
      const found = measure()
      flushSync(() => setMeasured(found))
    }
    const end = (): void => setMeasured(null)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [measure])
  return measured
}
