import { scaleOf, type Spot } from './projection.ts'

export interface MapPoint {
  readonly id: string
  readonly name: string
  readonly spot: Spot
  readonly isQuiet: boolean
}

/** Overlapping points as one. */
export interface Cluster {
  readonly key: string
  readonly middle: Spot
  readonly points: readonly MapPoint[]
}

/** About the width of a finger. */
const CELL = 52

/** Points closer than this would hide each other. */
const APART = 40
/** More cells than a row has at the highest zoom. */
const ROW = 67_108_864

interface Cell {
  readonly key: number
  x: number
  y: number
  points: MapPoint[]
}

/** Points by cell of a grid fixed to the world, not the window, so that clusters survive moves. */
export function clustersOf(points: readonly MapPoint[], zoom: number): readonly Cluster[] {
  const cells = scaleOf(zoom) / CELL
  const found = new Map<number, Cell>()
  for (const point of points) {
    const key = Math.floor(point.spot.y * cells) * ROW + Math.floor(point.spot.x * cells)
    const cell = found.get(key)
    if (cell) {
      cell.x += point.spot.x
      cell.y += point.spot.y
      cell.points.push(point)
    } else found.set(key, { key, x: point.spot.x, y: point.spot.y, points: [point] })
  }
  joinNeighbours(found, APART / scaleOf(zoom))
  return [...found.values()]
    .toSorted((one, other) => one.key - other.key)
    .map(({ key, x, y, points: held }) => ({
      key: `${zoom}/${key}`,
      middle: { x: x / held.length, y: y / held.length },
      points: held,
    }))
}

const BESIDE = [-ROW - 1, -ROW, -ROW + 1, -1, 1, ROW - 1, ROW, ROW + 1]

/** Points on both sides of a cell border may be close: the larger cluster absorbs the smaller. */
function joinNeighbours(cells: Map<number, Cell>, near: number): void {
  for (const cell of [...cells.values()].toSorted((one, other) => other.points.length - one.points.length)) {
    if (!cells.has(cell.key)) continue
    for (const step of BESIDE) {
      const other = cells.get(cell.key + step)
      if (!other || Math.hypot(...between(cell, other)) >= near) continue
      cell.x += other.x
      cell.y += other.y
      cell.points = [...cell.points, ...other.points]
      cells.delete(other.key)
    }
  }
}

function between(one: Cell, other: Cell): readonly [number, number] {
  const middle = (sum: number, { points }: Cell) => sum / points.length
  return [middle(one.x, one) - middle(other.x, other), middle(one.y, one) - middle(other.y, other)]
}
