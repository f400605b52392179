import { describe, expect, it } from 'vitest'
import { clustersOf, type MapPoint } from './clusters.ts'
import { fitted, type MapView, moved, placeOf, scaleOf, spotOf, WORLD, zoomedAt } from './projection.ts'

const DELHI = { latitude: 28.6139, longitude: 77.209 }

describe('the map projection', () => {
  it('the map projection puts a place where tile servers have it, and back', () => {
    const spot = spotOf(DELHI)
    // The tile of Delhi at zoom 10, in the usual numbering.
    expect([Math.floor(spot.x * 1024), Math.floor(spot.y * 1024)]).toEqual([731, 426])
    const back = placeOf(spot)
    expect(back.latitude).toBeCloseTo(DELHI.latitude, 9)
    expect(back.longitude).toBeCloseTo(DELHI.longitude, 9)
  })

  it('the map projection ends before infinity at the poles', () => {
    expect(spotOf({ latitude: 90, longitude: 180 }).y).toBeCloseTo(0, 9)
    expect(moved(WORLD, 1e9, -1e9).middle).toEqual({ x: 1, y: 0 })
  })

  it('the map shows all points as close as possible', () => {
    const spots = [DELHI, { latitude: 19.07, longitude: 72.87 }].map(spotOf)
    const look = fitted(spots, { width: 900, height: 500 })
    const inside = ({ zoom, middle }: MapView) =>
      spots.every(
        ({ x, y }) => Math.abs(x - middle.x) * scaleOf(zoom) <= 450 && Math.abs(y - middle.y) * scaleOf(zoom) <= 250,
      )
    expect(inside(look)).toBe(true)
    expect(inside({ ...look, zoom: look.zoom + 2 })).toBe(false)
    expect(fitted([], { width: 900, height: 500 })).toEqual(WORLD)
  })

  it('the map zooms in on the point under the pointer', () => {
    const look = { middle: spotOf(DELHI), zoom: 8 }
    const under = (now: MapView) => now.middle.x + 120 / scaleOf(now.zoom)
    expect(under(zoomedAt(look, 2, 120, 0))).toBeCloseTo(under(look), 12)
    expect(zoomedAt(look, 99).zoom).toBe(18)
  })

  it('the map groups close points, each once, and separates them when it is zoomed in', () => {
    const points = Array.from({ length: 3000 }, (_, index): MapPoint => {
      const spot = spotOf({ latitude: 8 + (index % 60) / 3, longitude: 70 + Math.floor(index / 60) / 3 })
      return { id: String(index), name: `S${index}`, spot, isQuiet: false }
    })
    const far = clustersOf(points, 3)
    expect(far.length).toBeLessThan(40)
    expect(far.reduce((sum, cluster) => sum + cluster.points.length, 0)).toBe(3000)
    expect(clustersOf(points, 12)).toHaveLength(3000)
  })
})
