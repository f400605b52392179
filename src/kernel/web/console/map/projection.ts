/**
 * The web's usual map (spherical Mercator) as a square: x and y from 0 to 1, from the date line eastwards and from the north
 * southwards. On the scale of `zoom` the square is 256 x 2^zoom pixels wide, which is what tiles are cut by.
 */
export interface Spot {
  readonly x: number
  readonly y: number
}

export interface GeoPoint {
  readonly latitude: number
  readonly longitude: number
}

/** Beyond it the projection runs to infinity; the square ends here. */
const NORTHERNMOST = 85.0511287798
export const TILE = 256
export const MIN_ZOOM = 1
export const MAX_ZOOM = 18

export function spotOf({ latitude, longitude }: GeoPoint): Spot {
  const north = Math.max(-NORTHERNMOST, Math.min(NORTHERNMOST, latitude))
  const sine = Math.sin((north * Math.PI) / 180)
  return { x: (longitude + 180) / 360, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

export function placeOf({ x, y }: Spot): GeoPoint {
  const turn = Math.PI * (1 - 2 * y)
  return { latitude: (Math.atan(Math.sinh(turn)) * 180) / Math.PI, longitude: x * 360 - 180 }
}

export function scaleOf(zoom: number): number {
  return TILE * 2 ** zoom
}

/** What is looked at: a middle and a scale. */
export interface MapView {
  readonly middle: Spot
  readonly zoom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** The whole world, where there is nothing to look at. */
export const WORLD: MapView = { middle: { x: 0.5, y: 0.42 }, zoom: MIN_ZOOM }

/** Of one place: a town and what is around it. */
const CLOSEST_FIT = 12
const MARGIN = 48

/** The closest look that has them all. */
export function fitted(spots: readonly Spot[], { width, height }: Size): MapView {
  if (spots.length === 0 || width === 0) return WORLD
  let [west, east, north, south] = [1, 0, 1, 0]
  for (const { x, y } of spots) {
    west = Math.min(west, x)
    east = Math.max(east, x)
    north = Math.min(north, y)
    south = Math.max(south, y)
  }
  const room = (pixels: number, share: number): number => Math.log2(Math.max(64, pixels - 2 * MARGIN) / TILE / share)
  const zoom = Math.min(room(width, Math.max(east - west, 1e-9)), room(height, Math.max(south - north, 1e-9)))
  return {
    middle: { x: (west + east) / 2, y: (north + south) / 2 },
    zoom: Math.max(MIN_ZOOM, Math.min(CLOSEST_FIT, Math.floor(zoom))),
  }
}

/** Moved by pixels, and never off the world. */
export function moved({ middle, zoom }: MapView, right: number, down: number): MapView {
  const scale = scaleOf(zoom)
  return { zoom, middle: inWorld({ x: middle.x + right / scale, y: middle.y + down / scale }) }
}

/** Closer or farther, with what is `right` and `down` of the middle staying where it is. */
export function zoomedAt(look: MapView, by: number, right = 0, down = 0): MapView {
  const zoom = Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, look.zoom + by))
  const change = 1 / scaleOf(look.zoom) - 1 / scaleOf(zoom)
  return { zoom, middle: inWorld({ x: look.middle.x + right * change, y: look.middle.y + down * change }) }
}

function inWorld({ x, y }: Spot): Spot {
  return { x: Math.max(0, Math.min(1, x)), y: Math.max(0, Math.min(1, y)) }
}
