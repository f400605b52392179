import { useMemo } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { kitText } from '../record/record-texts.ts'
import { PointMap } from './PointMap.tsx'
import { type MapView, moved, placeOf, type Spot, spotOf } from './projection.ts'

interface PlacePickerProps {
  readonly latitude: string
  readonly longitude: string
  readonly onPick: (latitude: string, longitude: string) => void
}

const PLACES = 6
const NO_POINTS: readonly never[] = []

/** One position on a map, set by a click, or at the centre by Enter. */
export function PlacePicker({ latitude, longitude, onPick }: PlacePickerProps) {
  const chosen = placed(latitude, longitude)
  // Its initial position: a click must not move the map under the pointer.
  const spots = useMemo(() => (chosen ? [chosen] : []), []) // eslint-disable-line react-hooks/exhaustive-deps -- see above
  const pick = (look: MapView): void => {
    const { latitude: north, longitude: east } = placeOf(look.middle)
    onPick(north.toFixed(PLACES), east.toFixed(PLACES))
  }
  return (
    <div className="place-picker">
      <PointMap
        label={kitText('place.pick')}
        points={NO_POINTS}
        spots={spots}
        onTap={(look, right, down) => pick(moved(look, right, down))}
        onEnter={pick}
      >
        {(held) => (
          <>
            <span className="map-cross" aria-hidden="true" />
            {chosen ? <Pin spot={chosen} look={held.look} size={held.size} /> : null}
          </>
        )}
      </PointMap>
    </div>
  )
}

function placed(latitude: string, longitude: string): Spot | null {
  const [north, east] = [Number(latitude), Number(longitude)]
  const isPlace = latitude.trim() !== '' && longitude.trim() !== '' && Math.abs(north) <= 90 && Math.abs(east) <= 180
  return isPlace ? spotOf({ latitude: north, longitude: east }) : null
}

interface PinProps {
  readonly spot: Spot
  readonly look: MapView
  readonly size: { readonly width: number; readonly height: number }
}

function Pin({ spot, look, size }: PinProps) {
  const scale = 256 * 2 ** look.zoom
  const left = (spot.x - look.middle.x) * scale + size.width / 2
  const top = (spot.y - look.middle.y) * scale + size.height / 2
  return (
    <span className="map-pin" style={{ transform: `translate(${left}px, ${top}px)` }} aria-hidden="true">
      <Icon name="pin" size={28} />
    </span>
  )
}
