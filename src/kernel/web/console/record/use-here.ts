import { useEffect, useRef, useState } from 'react'

export const HERE = { idle: 'idle', searching: 'searching', refused: 'refused' } as const
type Here = (typeof HERE)[keyof typeof HERE]

/** Time-out: after that the person types it. */
const LONGEST_MS = 15_000
const PLACES = 6

/** Reads the device's location once, on request. */
export function useHere(onFound: (latitude: string, longitude: string) => void): {
  readonly state: Here
  readonly ask: () => void
} {
  const [state, setState] = useState<Here>(HERE.idle)
  const found = useRef(onFound)
  const isThere = useRef(true)
  useEffect(() => {
    found.current = onFound
  })
  useEffect(() => {
    isThere.current = true
    return () => void (isThere.current = false)
  }, [])
  const ask = (): void => {
    if (!('geolocation' in navigator)) return setState(HERE.refused)
    setState(HERE.searching)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (!isThere.current) return
        setState(HERE.idle)
        found.current(coords.latitude.toFixed(PLACES), coords.longitude.toFixed(PLACES))
      },
      () => {
        if (isThere.current) setState(HERE.refused)
      },
      { enableHighAccuracy: true, timeout: LONGEST_MS, maximumAge: 30_000 },
    )
  }
  return { state, ask }
}
