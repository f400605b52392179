import { type ComponentType, useRef, useState } from 'react'
import { loadChunk } from '../client/chunks.ts'

/** How a calendar begins that takes the place of its plain field. */
export interface CalendarStart {
  readonly autoFocus: boolean
  readonly defaultOpen: boolean
}

const NOT_TURNED_TO: CalendarStart = { autoFocus: false, defaultOpen: false }

/** Calendars that have been fetched, by what fetches them: any further field has its own from the start. */
const fetched = new Map<unknown, unknown>()

/**
 * A control with a calendar, which is fetched when a person first turns to its field: it weighs 29 kB, and most people who open a form or a list
 * choose no day. Until then a plain input stands in, with `standIn` as its handlers; what takes its place then has the focus, and is open
 * where the person had clicked. `load` must be the same function each time.
 */
export function useCalendar<P>(load: () => Promise<ComponentType<P>>) {
  const [shown, setShown] = useState<{ readonly Control: ComponentType<P> | null; readonly start: CalendarStart }>(
    () => ({
      Control: (fetched.get(load) as ComponentType<P> | undefined) ?? null,
      start: NOT_TURNED_TO,
    }),
  )
  const turned = useRef(NOT_TURNED_TO)
  const fetchCalendar = (): void => {
    void loadChunk(load).then(
      (Control) => {
        fetched.set(load, Control)
        setShown({ Control, start: turned.current })
      },
      // Told by `loadChunk`. The plain input stays.
      () => undefined,
    )
  }
  const turn = (to: Partial<CalendarStart>): void => {
    turned.current = { ...turned.current, ...to }
    setShown(({ Control }) => ({ Control, start: turned.current }))
  }
  return {
    ...shown,
    standIn: {
      onPointerEnter: fetchCalendar,
      onPointerDown: () => turn({ defaultOpen: true }),
      onFocus: () => {
        turn({ autoFocus: true })
        fetchCalendar()
      },
      onBlur: () => turn(NOT_TURNED_TO),
    },
    /** A person who types needs no open calendar. */
    keepClosed: () => turn({ defaultOpen: false }),
  }
}
