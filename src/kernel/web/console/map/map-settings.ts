import { useQuery } from '@tanstack/react-query'
import { get } from '../client/api.ts'

/** Where the pictures of a map come from; none where nobody set them up. */
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
