import { lazy, Suspense, useState } from 'react'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import type { RecordWire } from './record-api.ts'
import { valueText } from './record-columns.tsx'
import { placeFieldsOf } from './form/place-fields.ts'
import { kitText } from './record-texts.ts'
import { SmallPicture } from './form/SmallPicture.tsx'
import './form/place.css'

const SinglePinMap = lazy(() => import('../map/SinglePinMap.tsx').then((module) => ({ default: module.SinglePinMap })))

interface FieldValueProps {
  readonly record: AnyRecord
  readonly row: RecordWire
  readonly name: string
}

/** The value of a field for reading: a picture as an image, everything else as text. */
export function FieldValue({ record, row, name }: FieldValueProps) {
  const value = row.values[name] ?? null
  if (record.fields[name]?.isImage && value !== null)
    return <SmallPicture imageKey={String(value)} name={row.names[name] ?? ''} size="card" />
  return valueText(record, row, name) || '/'
}

/** Shows a record's position, if it has one; the map is loaded on demand. */
export function RecordPlace({ record, row }: Omit<FieldValueProps, 'name'>) {
  const [isShown, setShown] = useState(false)
  const fields = placeFieldsOf(record)
  const [latitude, longitude] = (fields ?? []).map((name) => row.values[name] ?? null)
  if (latitude === null || longitude === null || latitude === undefined || longitude === undefined) return null
  return (
    <div className="record-place">
      <p>
        <button type="button" className="link-button" aria-expanded={isShown} onClick={() => setShown((now) => !now)}>
          <Icon name="pin" /> {kitText(isShown ? 'place.close' : 'place.show')}
        </button>
      </p>
      {isShown ? (
        <Suspense fallback={null}>
          <SinglePinMap name={row.name} latitude={Number(latitude)} longitude={Number(longitude)} />
        </Suspense>
      ) : null}
    </div>
  )
}
