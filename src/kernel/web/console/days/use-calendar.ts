import { type ComponentType, useRef, useState } from 'react'
import { loadChunk } from '../client/chunks.ts'

/** Initial state of a calendar that replaces its plain input. */
export interface CalendarStart {
  readonly autoFocus: boolean
  readonly defaultOpen: boolean
}

const NOT_ENTERED: CalendarStart = { autoFocus: false, defaultOpen: false }

/** Loaded calendars, by their loader. */
const fetched = new Map<unknown, unknown>()

/**
 * A control with a calendar, which is loaded when a person points at its field or enters it: it weighs 29 kB, and most
 * people who open a form or a list choose no day. Until then there is a plain input with the handlers of `placeholder`.
 * The calendar opens at once where the person clicked. An input for typed days (`isTyped`) stays while a person is in
 * it without clicking, because they may be typing. `load` must be the same function each time.
 */
export function useCalendar<P>(load: () => Promise<ComponentType<P>>, isTyped: boolean) {
  const known = (): ComponentType<P> | null => (fetched.get(load) as ComponentType<P> | undefined) ?? null
  const [shown, setShown] = useState(() => ({ Control: known(), start: NOT_ENTERED }))
  const entered = useRef(NOT_ENTERED)
  const show = (): void => {
    const { autoFocus, defaultOpen } = entered.current
    const mayBeTyping = isTyped && autoFocus && !defaultOpen
    if (known() && !mayBeTyping) setShown({ Control: known(), start: entered.current })
  }
  const fetchCalendar = (): void => {
    void loadChunk(load).then(
      (Control) => {
        fetched.set(load, Control)
        show()
      },
      // `loadChunk` shows the failure; the plain input stays.
      () => undefined,
    )
  }
  const enter = (how: Partial<CalendarStart>): void => {
    entered.current = { ...entered.current, ...how }
  }
  return {
    ...shown,
    placeholder: {
      onPointerEnter: fetchCalendar,
      onPointerDown: () => enter({ defaultOpen: true }),
      onFocus: () => {
        enter({ autoFocus: true })
        fetchCalendar()
      },
      onBlur: () => {
        enter(NOT_ENTERED)
        show()
      },
    },
    /** Called when the person types and needs no calendar. */
    keepClosed: () => enter({ defaultOpen: false }),
  }
}
