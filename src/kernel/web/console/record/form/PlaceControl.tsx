import { lazy, Suspense, useState, useEffect, useRef } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { kitText } from '../record-texts.ts'
import './place.css'

const PlacePicker = lazy(() => import('../../map/PlacePicker.tsx').then((module) => ({ default: module.PlacePicker })))

interface PlaceToolsProps {
  readonly latitude: string
  readonly longitude: string
  readonly onPick: (latitude: string, longitude: string) => void
}

/** Before the fields of a position, which it fills: the person's location, or a choice on a map. */
export function PlaceTools({ latitude, longitude, onPick }: PlaceToolsProps) {
  const { state, ask } = useHere(onPick)
  const [isPicking, setPicking] = useState(false)
  return (
    <div className="place-tools">
      <div className="place-buttons">
        <button type="button" className="image-button" disabled={state === HERE.searching} onClick={ask}>
          <Icon name="pin" />
          {kitText(state === HERE.searching ? 'place.searching' : 'place.here')}
        </button>
        <button
          type="button"
          className="image-button"
          aria-expanded={isPicking}
          onClick={() => setPicking((now) => !now)}
        >
          <Icon name="globe" />
          {kitText(isPicking ? 'place.close' : 'place.pick')}
        </button>
      </div>
      {state === HERE.refused ? <p role="alert">{kitText('place.refused')}</p> : null}
      {isPicking ? (
        <Suspense fallback={<div className="place-waits" />}>
          <p className="quiet">{kitText('place.picking')}</p>
          <PlacePicker latitude={latitude} longitude={longitude} onPick={onPick} />
        </Suspense>
      ) : null}
    </div>
  )
}

const HERE = { idle: 'idle', searching: 'searching', refused: 'refused' } as const
type Here = (typeof HERE)[keyof typeof HERE]

/** Time-out: after that the person types it. */
const LONGEST_MS = 15_000
const PLACES = 6

/** Reads the device's location once, on request. */
function useHere(onFound: (latitude: string, longitude: string) => void): {
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
