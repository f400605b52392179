import { lazy, Suspense, useState } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { kitText } from '../record-texts.ts'
import { HERE, useHere } from '../use-here.ts'
import './place.css'

const PlacePicker = lazy(() => import('../../map/PlacePicker.tsx').then((module) => ({ default: module.PlacePicker })))

interface PlaceToolsProps {
  readonly latitude: string
  readonly longitude: string
  readonly onPick: (latitude: string, longitude: string) => void
}

/** Beside the fields of a position: the person's location, or a choice on a map. */
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
