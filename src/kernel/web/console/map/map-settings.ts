import { useQuery } from '@tanstack/react-query'
import { get } from '../client/api.ts'

/** The tile source of a map; none where it is not configured. */
export interface MapSettings {
  readonly tilesUrl: string | null
  readonly attribution: string
}

const NONE: MapSettings = { tilesUrl: null, attribution: '' }

export function useMapSettings(): MapSettings {
  const { data } = useQuery({
    queryKey: ['map-settings'],
    queryFn: ({ signal }) => get<MapSettings>('/aps/map/settings', { signal, handles: true }),
    staleTime: Infinity,
  })
  return data ?? NONE
}
