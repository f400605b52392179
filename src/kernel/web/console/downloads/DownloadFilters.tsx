import { Input } from 'antd'
import { useId, type ReactNode } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { useCalendar } from '../days/use-calendar.ts'
import { TextChoice } from '../form/TextChoice.tsx'
import { STATUSES, type TaskStatus, type TaskType, TYPES } from './downloads-api.ts'
import { statusText, typeText } from './TaskState.tsx'

const loadDayChoice = () => import('./DayChoice.tsx').then((module) => module.DayChoice)

export interface DownloadTaskFilters {
  readonly type?: TaskType
  readonly status?: TaskStatus
  /** `2026-11-21`: created on this day or later. */
  readonly day?: string
}

interface DownloadFiltersProps {
  readonly filters: DownloadTaskFilters
  readonly onChange: (filters: DownloadTaskFilters) => void
}

export function DownloadFilters({ filters, onChange }: DownloadFiltersProps) {
  const { type, status, day } = filters
  const put = (next: {
    readonly type?: TaskType | undefined
    readonly status?: TaskStatus | undefined
    readonly day?: string
  }) => {
    const merged = { type, status, day, ...next }
    onChange({
      ...(merged.type ? { type: merged.type } : {}),
      ...(merged.status ? { status: merged.status } : {}),
      ...(merged.day ? { day: merged.day } : {}),
    })
  }
  return (
    <div
      className="download-filters"
      role="search"
      aria-label={pageText('list.filters')}
      onKeyDownCapture={(event) => {
        // Escape closes the open list; the dialog around it stays.
        const isOpen = event.currentTarget.querySelector('[aria-expanded=true]') !== null
        if (event.key === 'Escape' && isOpen) event.preventDefault()
      }}
    >
      <Labelled label={pageText('downloads.type')}>
        {(id) => (
          <TextChoice
            id={id}
            allowClear
            placeholder={pageText('list.all')}
            value={type === undefined ? null : String(type)}
            options={TYPES.map((known) => ({ value: String(known), label: typeText(known) }))}
            onChange={(value) => put({ type: TYPES.find((known) => String(known) === value) })}
          />
        )}
      </Labelled>
      <Labelled label={pageText('downloads.status')}>
        {(id) => (
          <TextChoice
            id={id}
            allowClear
            placeholder={pageText('list.all')}
            value={status === undefined ? null : String(status)}
            options={STATUSES.map((known) => ({ value: String(known), label: statusText(known) }))}
            onChange={(value) => put({ status: STATUSES.find((known) => String(known) === value) })}
          />
        )}
      </Labelled>
      <Labelled label={pageText('downloads.since')}>
        {(id) => <Since id={id} day={day} onChange={(next) => put({ day: next })} />}
      </Labelled>
    </div>
  )
}

function Labelled({ label, children }: { readonly label: string; readonly children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

interface SinceProps {
  readonly id: string
  readonly day: string | undefined
  readonly onChange: (day: string) => void
}

function Since(props: SinceProps) {
  const { Control, start, placeholder } = useCalendar(loadDayChoice, false)
  if (Control) return <Control {...props} {...start} />
  return (
    <Input
      {...placeholder}
      id={props.id}
      readOnly
      placeholder={pageText('list.all')}
      suffix={<Icon name="calendar" />}
      value={props.day ?? ''}
    />
  )
}
