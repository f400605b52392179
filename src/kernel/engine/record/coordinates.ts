import { r, type RecordFields } from './definition.ts'

/** A map position: two columns of six decimals, precise to about a hand's width. */
export const COORDINATES = {
  latitude: {
    ...r.decimal({ min: '-90', max: '90', places: 6 }),
    coordinate: { axis: 'latitude', other: 'longitude' },
  },
  longitude: {
    ...r.decimal({ min: '-180', max: '180', places: 6 }),
    coordinate: { axis: 'longitude', other: 'latitude' },
  },
} as const satisfies RecordFields
