import { downloadCenterText } from '#kernel/web/console/downloads/download-center-text.ts'
import { useId, type ReactNode } from 'react'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { homeDay } from '#kernel/web/ui/time.ts'
import { pageText } from '../client/i18n.ts'
import { DayInput } from '../days/DayInput.tsx'
import { TextChoice } from '../form/TextChoice.tsx'
import { STATUSES, type TaskStatus, type TaskType, TYPES, WINDOW_DAYS } from './downloads-api.ts'
import { statusText, typeText } from './TaskState.tsx'

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
    <div className="download-filters" role="search" aria-label={pageText('list.filters')}>
      <Labelled label={downloadCenterText('type')}>
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
      <Labelled label={downloadCenterText('status')}>
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
      <Labelled label={downloadCenterText('since')}>
        {(id) => (
          <DayInput
            id={id}
            value={day ?? ''}
            min={dayAfter(homeDay(), -WINDOW_DAYS)}
            max={homeDay()}
            placeholder={pageText('list.all')}
            note={downloadCenterText('window', { days: WINDOW_DAYS })}
            onChange={(next) => put({ day: next })}
          />
        )}
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
