import { useId } from 'react'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { zoneOfMinutes } from '#kernel/web/ui/time.ts'
import { TextChoice } from '../form/TextChoice.tsx'
import type { Rules, NotificationSetting } from './notify-api.ts'
import { notifyText } from './notify-text.ts'

interface WhenFieldsProps {
  readonly setting: NotificationSetting
  readonly onChange: (change: Partial<Rules>) => void
}

const ORGANISATION = 'organisation'
const DAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** When messages may come: the person's zone, quiet hours, weekdays and the time of the digest. */
export function WhenFields({ setting, onChange }: WhenFieldsProps) {
  const id = useId()
  const { zone, organisationZone, quiet, quietFrom, quietUntil, quietOtherDays, digestTime } = setting
  return (
    <div className="when-fields">
      <Field id={`${id}zone`} label={notifyText('when.zone')}>
        <TextChoice
          value={zone ?? ORGANISATION}
          options={[
            { value: ORGANISATION, label: notifyText('when.organisationZone', { zone: organisationZone }) },
            ...zoneOptions(zone),
          ]}
          onChange={(value) => onChange({ zone: value === ORGANISATION ? null : value })}
        />
      </Field>
      <Field id={`${id}digest`} label={notifyText('when.digestTime')}>
        <Clock value={digestTime} onChange={(value) => onChange({ digestTime: value })} />
      </Field>
      <Days setting={setting} onChange={onChange} />
      <div className="when-quiet">
        <Checkbox checked={quiet} onChange={(isChecked) => onChange({ quiet: isChecked })}>
          {notifyText('when.quiet')}
        </Checkbox>
        <p className="quiet">{notifyText('when.quietHint')}</p>
        {quiet ? (
          <>
            <div className="when-hours">
              <Field id={`${id}from`} label={notifyText('when.from')}>
                <Clock value={quietFrom} onChange={(value) => onChange({ quietFrom: value })} />
              </Field>
              <Field id={`${id}until`} label={notifyText('when.until')}>
                <Clock value={quietUntil} onChange={(value) => onChange({ quietUntil: value })} />
              </Field>
            </div>
            <Checkbox checked={quietOtherDays} onChange={(isChecked) => onChange({ quietOtherDays: isChecked })}>
              {notifyText('when.otherDays')}
            </Checkbox>
          </>
        ) : null}
      </div>
    </div>
  )
}

/** At least one day is required, or the digest would never come. */
function Days({ setting: { weekdays }, onChange }: WhenFieldsProps) {
  const toggle = (day: number, isOn: boolean): void => {
    const next = isOn ? [...weekdays, day] : weekdays.filter((other) => other !== day)
    onChange({ weekdays: next.toSorted((a, b) => a - b) })
  }
  return (
    <fieldset className="when-days">
      <legend>{notifyText('when.days')}</legend>
      <div>
        {DAYS.map((day) => {
          const isOn = weekdays.includes(day)
          return (
            <Checkbox
              key={day}
              checked={isOn}
              disabled={isOn && weekdays.length === 1}
              onChange={(isChecked) => toggle(day, isChecked)}
            >
              {notifyText(`when.weekday${day}`)}
            </Checkbox>
          )
        })}
      </div>
      <p className="quiet">{notifyText('when.daysHint')}</p>
    </fieldset>
  )
}

interface ClockProps {
  readonly id?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Every half hour; typing searches. */
function Clock({ value, onChange, ...rest }: ClockProps) {
  const times = Array.from({ length: 48 }, (_, at) => {
    const hours = String(Math.floor(at / 2)).padStart(2, '0')
    return `${hours}:${at % 2 === 0 ? '00' : '30'}`
  })
  const known = times.includes(value) ? times : [value, ...times]
  return (
    <TextChoice
      {...rest}
      value={value}
      options={known.map((time) => ({ value: time, label: time }))}
      onChange={(next) => next !== null && onChange(next)}
    />
  )
}

/** Whole hours, and the inhabited zones with half and quarter hours. */
const ODD_ZONES = [-570, -210, 210, 270, 330, 345, 390, 525, 570, 630, 765]

function zoneOptions(chosen: string | null) {
  const minutes = [...Array.from({ length: 27 }, (_, at) => (at - 12) * 60), ...ODD_ZONES].toSorted((a, b) => a - b)
  const zones = minutes.map(zoneOfMinutes)
  return (chosen === null || zones.includes(chosen) ? zones : [chosen, ...zones]).map((zone) => ({
    value: zone,
    label: zone,
  }))
}
