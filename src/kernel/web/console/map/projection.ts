/**
 * Web Mercator as a unit square: x and y from 0 to 1, eastwards from the date line and southwards. At `zoom` the square
 * is 256 x 2^zoom pixels wide, by which tiles are cut.
 */
export interface Spot {
  readonly x: number
  readonly y: number
}

export interface GeoPoint {
  readonly latitude: number
  readonly longitude: number
}

/** The latitude limit of Web Mercator. */
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

/** The visible part: a centre and a zoom. */
export interface MapView {
  readonly middle: Spot
  readonly zoom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** The whole world, where there are no points. */
export const WORLD: MapView = { middle: { x: 0.5, y: 0.42 }, zoom: MIN_ZOOM }

/** Zoom for a single place: a town and its surroundings. */
const CLOSEST_FIT = 12
const MARGIN = 48

/** The closest view that contains all points. */
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

/** Moved by pixels, within the world. */
export function moved({ middle, zoom }: MapView, right: number, down: number): MapView {
  const scale = scaleOf(zoom)
  return { zoom, middle: inWorld({ x: middle.x + right / scale, y: middle.y + down / scale }) }
}

/** Zoomed around a point that is `right` and `down` of the centre. */
export function zoomedAt(look: MapView, by: number, right = 0, down = 0): MapView {
  const zoom = Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, look.zoom + by))
  const change = 1 / scaleOf(look.zoom) - 1 / scaleOf(zoom)
  return { zoom, middle: inWorld({ x: look.middle.x + right * change, y: look.middle.y + down * change }) }
}

function inWorld({ x, y }: Spot): Spot {
  return { x: Math.max(0, Math.min(1, x)), y: Math.max(0, Math.min(1, y)) }
}
