import { memo, type ReactNode, useMemo, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Icon, type IconName } from '#kernel/web/ui/Icon.tsx'
import { kitText } from '../record/record-texts.ts'
import { type Cluster, clustersOf, type MapPoint } from './clusters.ts'
import { Graticule, type Viewport, pixelsOf, Tiles } from './TileLayer.tsx'
import { fitted, type MapView, MAX_ZOOM, scaleOf, type Spot, zoomedAt } from './projection.ts'
import { type MapLook, useMapLook } from './use-map-look.ts'
import { get } from '../client/api.ts'
import './map.css'

/** The tile source of a map; none where it is not configured. */
interface MapSettings {
  readonly tilesUrl: string | null
  readonly attribution: string
}

const NONE: MapSettings = { tilesUrl: null, attribution: '' }

function useMapSettings(): MapSettings {
  const { data } = useQuery({
    queryKey: ['map-settings'],
    queryFn: ({ signal }) => get<MapSettings>('/aps/map/settings', { signal, handles: true }),
    staleTime: Infinity,
  })
  return data ?? NONE
}

interface PointMapProps {
  readonly label: string
  readonly points: readonly MapPoint[]
  /** Initial view; by default all points. Must be stable. */
  readonly spots?: readonly Spot[]
  readonly onOpen?: (id: string) => void
  readonly onTap?: (look: MapView, right: number, down: number) => void
  readonly onEnter?: (look: MapView) => void
  /** Over the centre: the marker being placed. */
  readonly children?: (held: MapLook) => ReactNode
}

/** The drawing origin stays until the map is moved by this much, so that nothing is redrawn meanwhile. */
const GRID = 512

/** Points on a map with tiles, or with a graticule where there are none. Close points are clustered and expand on a click. */
export function PointMap({ label, points, spots, onOpen, onTap, onEnter, children }: PointMapProps) {
  const box = useRef<HTMLDivElement>(null)
  const all = useMemo(() => spots ?? points.map(({ spot }) => spot), [spots, points])
  const held = useMapLook({ box, spots: all, ...(onTap ? { onTap } : {}) })
  const { look, size, setLook } = held
  const settings = useMapSettings()
  const scale = scaleOf(look.zoom)
  const at = { x: look.middle.x * scale, y: look.middle.y * scale }
  const [originX, originY] = [Math.round(at.x / GRID) * GRID, Math.round(at.y / GRID) * GRID]
  const part = useMemo(
    (): Viewport => ({
      zoom: look.zoom,
      origin: { x: originX, y: originY },
      reach: { width: size.width / 2 + GRID, height: size.height / 2 + GRID },
    }),
    [look.zoom, originX, originY, size],
  )
  const clusters = useMemo(() => clustersOf(points, look.zoom), [points, look.zoom])
  return (
    <div className="map">
      <div
        ref={box}
        className="map-box"
        role="application"
        aria-label={label}
        aria-description={kitText('map.help')}
        tabIndex={0}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.target === box.current) {
            event.preventDefault()
            onEnter?.(look)
          } else held.onKeyDown(event)
        }}
      >
        {size.width > 0 ? (
          <div
            className="map-layer"
            style={{
              transform: `translate(${size.width / 2 + originX - at.x}px, ${size.height / 2 + originY - at.y}px)`,
            }}
          >
            <Graticule part={part} />
            {settings.tilesUrl ? <Tiles part={part} url={settings.tilesUrl} /> : null}
            <Points
              part={part}
              clusters={clusters}
              onOpen={onOpen}
              onCloser={(cluster) => setLook((now) => closer(cluster, now, size))}
            />
          </div>
        ) : null}
        {children?.(held)}
      </div>
      <MapTools held={held} />
      {settings.tilesUrl && settings.attribution ? <p className="map-source">{settings.attribution}</p> : null}
    </div>
  )
}

/** Zooms in until the points separate, at least one step. */
function closer({ points }: Cluster, look: MapView, size: MapLook['size']): MapView {
  const near = fitted(
    points.map(({ spot }) => spot),
    size,
  )
  return near.zoom > look.zoom ? near : zoomedAt({ ...look, middle: near.middle }, 2)
}

interface PointsProps {
  readonly part: Viewport
  readonly clusters: readonly Cluster[]
  readonly onOpen: ((id: string) => void) | undefined
  readonly onCloser: (cluster: Cluster) => void
}

const Points = memo(
  function Points({ part, clusters, onOpen, onCloser }: PointsProps) {
    const [listed, setListed] = useState<string | null>(null)
    return clusters.map((cluster) => {
      const { left, top } = pixelsOf(part, cluster.middle)
      if (Math.abs(left) > part.reach.width || Math.abs(top) > part.reach.height) return null
      const [first] = cluster.points
      const isOne = cluster.points.length === 1
      const isLast = part.zoom >= MAX_ZOOM || cluster.points.every(({ spot }) => isSame(spot, first?.spot))
      const open = (): void => {
        if (isOne && first) onOpen?.(first.id)
        else if (isLast) setListed((now) => (now === cluster.key ? null : cluster.key))
        else onCloser(cluster)
      }
      return (
        <div key={cluster.key} className="map-spot" style={{ transform: `translate(${left}px, ${top}px)` }}>
          <PointButton cluster={cluster} onClick={open} />
          {listed === cluster.key ? (
            <ul className="map-names">
              {cluster.points.map(({ id, name }) => (
                <li key={id}>
                  <button type="button" onClick={() => onOpen?.(id)}>
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      )
    })
  },
  // Callbacks are not compared, because they are only called on events.
  (one, other) => one.part === other.part && one.clusters === other.clusters,
)

function isSame(one: Spot, other: Spot | undefined): boolean {
  return one.x === other?.x && one.y === other.y
}

/** Names listed by a cluster. */
const SAID = 3

function PointButton({ cluster: { points }, onClick }: { readonly cluster: Cluster; readonly onClick: () => void }) {
  const [first] = points
  const isQuiet = points.every((point) => point.isQuiet)
  if (points.length === 1)
    return (
      <button
        type="button"
        className={isQuiet ? 'map-point is-quiet' : 'map-point'}
        aria-label={first?.name}
        title={first?.name}
        onClick={onClick}
      />
    )
  const names = points.slice(0, SAID).map(({ name }) => name)
  const label = kitText('map.several', { count: points.length, names: names.join(', ') })
  const size = points.length < 10 ? 'few' : points.length < 100 ? 'some' : 'many'
  return (
    <button
      type="button"
      className={`map-cluster is-${size}${isQuiet ? ' is-quiet' : ''}`}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {points.length}
    </button>
  )
}

function MapTools({ held: { setLook, showAll } }: { readonly held: MapLook }) {
  const tool = (icon: IconName, label: string, act: () => void) => (
    <button type="button" aria-label={label} title={label} onClick={act}>
      <Icon name={icon} />
    </button>
  )
  return (
    <div className="map-tools">
      {tool('plus', kitText('map.zoomIn'), () => setLook((look) => zoomedAt(look, 1)))}
      {tool('minus', kitText('map.zoomOut'), () => setLook((look) => zoomedAt(look, -1)))}
      {tool('globe', kitText('map.all'), showAll)}
    </div>
  )
}
