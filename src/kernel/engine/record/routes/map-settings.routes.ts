import { Type } from 'typebox'
import type { MapTiles } from '#kernel/base/config/map-tiles.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'

/** The tile source for a page's maps. */
export function mapSettingsRoute(tiles: MapTiles | null): Route {
  return defineRoute({
    method: 'GET',
    path: '/aps/map/settings',
    right: { signedIn: 'The ground of a map is the same for everyone' },
    summary: 'Tiles of maps, with {z}, {x} and {y} to be filled in; null where maps are drawn without',
    mode: 'read',
    data: Type.Object({ tilesUrl: Type.Union([Type.String(), Type.Null()]), attribution: Type.String() }),
    handler: async () => ({ tilesUrl: tiles?.url ?? null, attribution: tiles?.attribution ?? '' }),
  })
}
