import { useCallback, useState } from 'react'
import { useTab } from './tab-context.ts'
import { memoryOf } from './tab-memory.ts'

/**
 * Like `useState`, but stored with the tab until it is closed: survives the reload of the language switch and remounts.
 * The value must be JSON. `name` is unique within the page.
 */
export function useTabState<T>(name: string, initial: T): readonly [T, (next: T | ((now: T) => T)) => void] {
  const { key } = useTab()
  const [value, setValue] = useState<T>(() => {
    const { state } = memoryOf(key)
    return name in state ? (state[name] as T) : initial
  })
  const set = useCallback(
    (next: T | ((now: T) => T)) =>
      setValue((now) => {
        const value = typeof next === 'function' ? (next as (now: T) => T)(now) : next
        const memory = memoryOf(key)
        memory.state = { ...memory.state, [name]: value }
        return value
      }),
    [key, name],
  )
  return [value, set]
}
