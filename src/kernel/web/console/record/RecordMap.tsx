import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { post } from '../client/api.ts'
import { pageText } from '../client/i18n.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { MapPoint } from '../map/clusters.ts'
import { PointMap } from '../map/PointMap.tsx'
import { spotOf } from '../map/projection.ts'
import { ErrorBanner } from '../Banner.tsx'
import { kitText, textsOf } from './record-texts.ts'

/** The answer of `/places`, in a compact form. */
interface Places {
  readonly places: readonly (readonly [id: string, name: string, latitude: number, longitude: number, state: string])[]
  readonly without: number
  readonly capped: boolean
}

export interface RecordMapProps {
  readonly record: AnyRecord
  /** The list's filters. */
  readonly filters: Readonly<Record<string, unknown>>
  readonly onOpen: (id: string) => void
}

const NO_PLACES: Places['places'] = []

/** The rows of a list on a map, with the list's filters. */
export function RecordMap({ record, filters, onOpen }: RecordMapProps) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail(record.name, ['places', filters]),
    queryFn: ({ signal }) => post<Places>(`${record.api}/places`, filters, { signal, handles: true }),
    placeholderData: (before) => before,
    staleTime: 0,
  })
  const places = data?.places ?? NO_PLACES
  const points = useMemo(
    () =>
      places.map(([id, name, latitude, longitude, state]): MapPoint => ({
        id,
        name,
        spot: spotOf({ latitude, longitude }),
        isQuiet: state !== 'enabled',
      })),
    [places],
  )
  if (error && !data) return <ErrorBanner error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PointMap label={kitText('map.label', { title: textsOf(record).title() })} points={points} onOpen={onOpen} />
      <p className="quiet map-note" role="status">
        {data ? noteOf(data) : pageText('common.loading')}
      </p>
    </>
  )
}

function noteOf({ places, without, capped }: Places): string {
  if (places.length === 0) return kitText('map.none')
  const parts = [
    capped ? kitText('map.first', { count: places.length }) : kitText('map.count', { count: places.length }),
    without > 0 ? kitText('map.without', { count: without }) : '',
  ]
  return parts.filter(Boolean).join(' · ')
}
