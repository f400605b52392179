import { useMemo } from 'react'
import { PointMap } from './PointMap.tsx'
import { spotOf } from './projection.ts'

interface OnePlaceProps {
  readonly name: string
  readonly latitude: number
  readonly longitude: number
}

/** Where one thing is. */
export function OnePlace({ name, latitude, longitude }: OnePlaceProps) {
  const points = useMemo(
    () => [{ id: name, name, spot: spotOf({ latitude, longitude }), isQuiet: false }],
    [name, latitude, longitude],
  )
  return <PointMap label={name} points={points} />
}
