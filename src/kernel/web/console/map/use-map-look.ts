import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fitted, type MapView, moved, type Size, type Spot, zoomedAt } from './projection.ts'

/** Wheel pixels, or change of a pinch, for one zoom step. */
const WHEEL_STEP = 80
const PINCH_STEP = 1.4
/** A finger that moved less than this has tapped. */
const TAP = 5
const KEY_STEP = 96

export interface MapLook {
  readonly look: MapView
  readonly size: Size
  readonly setLook: (change: (look: MapView) => MapView) => void
  readonly showAll: () => void
  readonly onKeyDown: (event: React.KeyboardEvent) => void
}

interface Options {
  readonly box: RefObject<HTMLElement | null>
  /** The points of the initial view, applied again when they change. */
  readonly spots: readonly Spot[]
  /** A click on the map itself, relative to its centre. */
  readonly onTap?: (look: MapView, right: number, down: number) => void
}

/** The view of a map, changed by pointer, wheel, two fingers and keys. */
export function useMapLook({ box, spots, onTap }: Options): MapLook {
  const size = useSize(box)
  // Until a person moves it, all points are visible.
  const [own, setOwn] = useState<{ readonly of: readonly Spot[]; readonly look: MapView } | null>(null)
  const look = own?.of === spots ? own.look : fitted(spots, size)
  const now = useRef({ look, spots, onTap })
  useLayoutEffect(() => {
    now.current = { look, spots, onTap }
  })
  const setLook = (change: (look: MapView) => MapView): void => {
    const { look: from, spots: of } = now.current
    setOwn({ of, look: change(from) })
  }
  usePointers(box, setLook, (right, down) => now.current.onTap?.(now.current.look, right, down))
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const change = KEYS[event.key]
    if (event.key === '0') setOwn(null)
    else if (change) setLook(change)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { look, size, setLook, showAll: () => setOwn(null), onKeyDown }
}

const KEYS: Readonly<Record<string, (look: MapView) => MapView>> = {
  ArrowLeft: (look) => moved(look, -KEY_STEP, 0),
  ArrowRight: (look) => moved(look, KEY_STEP, 0),
  ArrowUp: (look) => moved(look, 0, -KEY_STEP),
  ArrowDown: (look) => moved(look, 0, KEY_STEP),
  '+': (look) => zoomedAt(look, 1),
  '=': (look) => zoomedAt(look, 1),
  '-': (look) => zoomedAt(look, -1),
}

function useSize(box: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return size
}

function usePointers(
  box: RefObject<HTMLElement | null>,
  setLook: MapLook['setLook'],
  onTap: (right: number, down: number) => void,
): void {
  const latest = useRef({ setLook, onTap })
  useEffect(() => {
    latest.current = { setLook, onTap }
  })
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const stop = new AbortController()
    const fingers = new Map<number, { x: number; y: number }>()
    let travelled = 0
    let spread = 0
    let wheel = 0
    const fromMiddle = (event: MouseEvent): readonly [number, number] => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return [event.clientX - left - width / 2, event.clientY - top - height / 2]
    }
    const on = <K extends keyof HTMLElementEventMap>(kind: K, act: (event: HTMLElementEventMap[K]) => void): void =>
      element.addEventListener(kind, act, { signal: stop.signal, passive: false })
    on('pointerdown', (event) => {
      if ((event.target as Element).closest('button') || event.button !== 0) return
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      element.setPointerCapture(event.pointerId)
      travelled = fingers.size > 1 ? TAP : 0
      spread = 0
    })
    on('pointermove', (event) => {
      const last = fingers.get(event.pointerId)
      if (!last) return
      const [right, down] = [last.x - event.clientX, last.y - event.clientY]
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      travelled += Math.hypot(right, down)
      if (fingers.size > 1) {
        const apart = between([...fingers.values()])
        if (spread === 0) spread = apart
        const step = apart / spread > PINCH_STEP ? 1 : spread / apart > PINCH_STEP ? -1 : 0
        if (step === 0) return
        spread = apart
        latest.current.setLook((look) => zoomedAt(look, step, ...fromMiddle(event)))
      } else if (travelled >= TAP) latest.current.setLook((look) => moved(look, right, down))
    })
    const lift = (event: PointerEvent): void => {
      if (!fingers.delete(event.pointerId) || fingers.size > 0) return
      if (event.type === 'pointerup' && travelled < TAP) latest.current.onTap(...fromMiddle(event))
    }
    on('pointerup', lift)
    on('pointercancel', lift)
    on('wheel', (event) => {
      event.preventDefault()
      wheel += event.deltaMode === 1 ? event.deltaY * 33 : event.deltaY
      if (Math.abs(wheel) < WHEEL_STEP) return
      const step = wheel < 0 ? 1 : -1
      wheel = 0
      latest.current.setLook((look) => zoomedAt(look, step, ...fromMiddle(event)))
    })
    on('dblclick', (event) => {
      if (!(event.target as Element).closest('button'))
        latest.current.setLook((look) => zoomedAt(look, 1, ...fromMiddle(event)))
    })
    return () => stop.abort()
  }, [box])
}

function between([one, other]: readonly { readonly x: number; readonly y: number }[]): number {
  return one && other ? Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) : 1
}
