import { useMemo } from 'react'
import { PointMap } from './PointMap.tsx'
import { spotOf } from './projection.ts'

interface SinglePinMapProps {
  readonly name: string
  readonly latitude: number
  readonly longitude: number
}

/** The position of one thing. */
export function SinglePinMap({ name, latitude, longitude }: SinglePinMapProps) {
  const points = useMemo(
    () => [{ id: name, name, spot: spotOf({ latitude, longitude }), isQuiet: false }],
    [name, latitude, longitude],
  )
  return <PointMap label={name} points={points} />
}
