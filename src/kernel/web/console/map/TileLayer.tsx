import { useState } from 'react'
import { placeOf, scaleOf, type Size, type Spot, spotOf, TILE } from './projection.ts'

/** A part of the world in pixels of one zoom, relative to an origin that stays during small moves. */
export interface Viewport {
  readonly zoom: number
  readonly origin: { readonly x: number; readonly y: number }
  /** To each side of the origin. */
  readonly reach: Size
}

export function pixelsOf({ zoom, origin }: Viewport, { x, y }: Spot): { readonly left: number; readonly top: number } {
  const scale = scaleOf(zoom)
  return { left: x * scale - origin.x, top: y * scale - origin.y }
}

/** Map tiles. Where one does not load the graticule below stays visible. */
export function Tiles({ part, url }: { readonly part: Viewport; readonly url: string }) {
  const { zoom, origin, reach } = part
  const last = 2 ** zoom - 1
  const range = (from: number, to: number): number[] => {
    const [first, end] = [Math.max(0, Math.floor(from / TILE)), Math.min(last, Math.floor(to / TILE))]
    return Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first + index)
  }
  const columns = range(origin.x - reach.width, origin.x + reach.width)
  const rows = range(origin.y - reach.height, origin.y + reach.height)
  return (
    <div className="map-tiles" aria-hidden="true">
      {rows.flatMap((y) =>
        columns.map((x) => (
          <Tile
            key={`${zoom}/${x}/${y}`}
            address={url.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y))}
            left={x * TILE - origin.x}
            top={y * TILE - origin.y}
          />
        )),
      )}
    </div>
  )
}

function Tile({ address, left, top }: { readonly address: string; readonly left: number; readonly top: number }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return null
  // Public tile servers require a referrer, which is limited to the origin.
  return (
    <img
      src={address}
      alt=""
      width={TILE}
      height={TILE}
      draggable={false}
      referrerPolicy="origin"
      style={{ transform: `translate(${left}px, ${top}px)` }}
      onError={() => setBroken(true)}
    />
  )
}

/** Degrees between two lines, by zoom. */
const STEPS = [30, 30, 30, 20, 10, 10, 5, 2, 1, 1, 0.5, 0.2, 0.1, 0.1, 0.05, 0.02, 0.01, 0.01, 0.005]

/** Lines of latitude and longitude with labels: the map without tiles. */
export function Graticule({ part }: { readonly part: Viewport }) {
  const { zoom, origin, reach } = part
  const step = STEPS[zoom] ?? 30
  const scale = scaleOf(zoom)
  const corner = (side: 1 | -1): Spot => ({
    x: clamp((origin.x + side * reach.width) / scale),
    y: clamp((origin.y + side * reach.height) / scale),
  })
  const [from, to] = [placeOf(corner(-1)), placeOf(corner(1))]
  const lines = (low: number, high: number): number[] => {
    const first = Math.ceil(low / step)
    return Array.from(
      { length: Math.max(0, Math.floor(high / step) - first + 1) },
      (_, index) => (first + index) * step,
    )
  }
  const meridians = lines(from.longitude, to.longitude).map((longitude) => ({
    text: degrees(longitude, 'E', 'W'),
    at: pixelsOf(part, spotOf({ latitude: 0, longitude })).left,
  }))
  const parallels = lines(to.latitude, from.latitude).map((latitude) => ({
    text: degrees(latitude, 'N', 'S'),
    at: pixelsOf(part, spotOf({ latitude, longitude: 0 })).top,
  }))
  const [north, west] = [pixelsOf(part, { x: 0, y: 0 }), pixelsOf(part, { x: 1, y: 1 })]
  const edge = { left: Math.max(north.left, -reach.width), right: Math.min(west.left, reach.width) }
  const rim = { top: Math.max(north.top, -reach.height), bottom: Math.min(west.top, reach.height) }
  return (
    <svg className="map-lines" width="1" height="1" aria-hidden="true">
      {meridians.map(({ text, at }) => (
        <g key={text}>
          <line x1={at} x2={at} y1={rim.top} y2={rim.bottom} />
          {labelled(rim.top, rim.bottom).map((place) => (
            <text key={place} x={at + 4} y={place - 4}>
              {text}
            </text>
          ))}
        </g>
      ))}
      {parallels.map(({ text, at }) => (
        <g key={text}>
          <line x1={edge.left} x2={edge.right} y1={at} y2={at} />
          {labelled(edge.left, edge.right).map((place) => (
            <text key={place} x={place + 4} y={at - 4}>
              {text}
            </text>
          ))}
        </g>
      ))}
    </svg>
  )
}

/** A line repeats its label, so that one is visible everywhere. */
const EVERY = 512
function labelled(from: number, to: number): number[] {
  const first = Math.ceil(from / EVERY)
  return Array.from({ length: Math.max(0, Math.floor(to / EVERY) - first + 1) }, (_, index) => (first + index) * EVERY)
}

function degrees(value: number, positive: string, negative: string): string {
  const size = Number(Math.abs(value).toFixed(3))
  return size === 0 ? '0°' : `${size}° ${value > 0 ? positive : negative}`
}

function clamp(share: number): number {
  return Math.max(0, Math.min(1, share))
}
