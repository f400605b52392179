import { scaleOf, type Spot } from './projection.ts'

export interface MapPoint {
  readonly id: string
  readonly name: string
  readonly spot: Spot
  readonly isQuiet: boolean
}

/** Points that would lie over each other, as one. */
export interface Cluster {
  readonly key: string
  readonly middle: Spot
  readonly points: readonly MapPoint[]
}

/** About the width of a finger. */
const CELL = 52

/** Of the points of one cell of a grid that belongs to the world, not to the window: what is moved stays together. */
export function clustersOf(points: readonly MapPoint[], zoom: number): readonly Cluster[] {
  const cells = scaleOf(zoom) / CELL
  const found = new Map<number, { x: number; y: number; points: MapPoint[] }>()
  for (const point of points) {
    const key = Math.floor(point.spot.y * cells) * 67_108_864 + Math.floor(point.spot.x * cells)
    const cell = found.get(key)
    if (cell) {
      cell.x += point.spot.x
      cell.y += point.spot.y
      cell.points.push(point)
    } else found.set(key, { x: point.spot.x, y: point.spot.y, points: [point] })
  }
  return [...found]
    .toSorted(([one], [other]) => one - other)
    .map(([key, { x, y, points: held }]) => ({
      key: `${zoom}/${key}`,
      middle: { x: x / held.length, y: y / held.length },
      points: held,
    }))
}
