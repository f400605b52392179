import { f } from '#kernel/engine/definition/fields.ts'
import type { GivenFields } from './record-field.ts'

/** A map position: two columns of six decimals, precise to about a hand's width. */
export const COORDINATES = {
  latitude: {
    ...f.decimal({ digits: 6, min: '-90', max: '90' }),
    coordinate: { axis: 'latitude', other: 'longitude' },
  },
  longitude: {
    ...f.decimal({ digits: 6, min: '-180', max: '180' }),
    coordinate: { axis: 'longitude', other: 'latitude' },
  },
} as const satisfies GivenFields
