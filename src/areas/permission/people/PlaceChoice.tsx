import { useId } from 'react'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { PLACE_KINDS, type PlaceKind } from '../place-kinds.ts'
import type { AccessGrant, AccessOptions } from '../permission-wire.ts'
import { label } from '../permission-texts.web.ts'

type Place = Pick<AccessGrant, 'kind' | 'code'>

interface PlaceChoiceProps {
  readonly value: Place
  readonly places: AccessOptions['places']
  readonly onChange: (place: Place) => void
}

/** A kind of place, and a place of that kind. */
export function PlaceChoice({ value, places, onChange }: PlaceChoiceProps) {
  const id = useId()
  return (
    <>
      <Field id={`${id}-kind`} label={label('access.kind')} isRequired>
        <TextChoice
          value={value.kind}
          options={PLACE_KINDS.map((kind) => ({ value: kind, label: label(`access.kinds.${kind}`) }))}
          onChange={(kind) => onChange({ kind: (kind ?? 'organisation') as PlaceKind, code: '' })}
        />
      </Field>
      <Field id={`${id}-code`} label={label('access.place')} isRequired>
        <TextChoice
          value={value.code || null}
          options={places
            .filter(({ kind }) => kind === value.kind)
            .map(({ code, name }) => ({ value: code, label: code === name ? code : `${code} / ${name}` }))}
          onChange={(code) => onChange({ ...value, code: code ?? '' })}
        />
      </Field>
    </>
  )
}
