import { useId, useState, type ReactNode } from 'react'
import { pageText } from '../client/i18n.ts'
import { STATUSES, type TaskStatus, type TaskType, TYPES, WINDOW_DAYS } from './downloads-api.ts'
import { statusText, typeText } from './TaskState.tsx'

export interface TaskFilters {
  readonly type?: TaskType
  readonly status?: TaskStatus
  /** `2026-11-21`: created on this day or later. */
  readonly day?: string
}

interface DownloadFiltersProps {
  readonly filters: TaskFilters
  readonly onChange: (filters: TaskFilters) => void
}

/** Native controls: they work inside a modal dialog, and the date's picker is off outside the window by itself. */
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
      <Labelled label={pageText('downloads.type')}>
        {(id) => (
          <select
            id={id}
            value={type ?? ''}
            onChange={(event) => put({ type: TYPES.find((known) => String(known) === event.target.value) })}
          >
            <option value="">{pageText('list.all')}</option>
            {TYPES.map((known) => (
              <option key={known} value={known}>
                {typeText(known)}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label={pageText('downloads.status')}>
        {(id) => (
          <select
            id={id}
            value={status ?? ''}
            onChange={(event) => put({ status: STATUSES.find((known) => String(known) === event.target.value) })}
          >
            <option value="">{pageText('list.all')}</option>
            {STATUSES.map((known) => (
              <option key={known} value={known}>
                {statusText(known)}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Since day={day} onChange={(next) => put({ day: next })} />
    </div>
  )
}

interface SinceProps {
  readonly day: string | undefined
  readonly onChange: (day: string) => void
}

/** Days outside the window are off in the picker; one that is typed there is marked, and asks for nothing. */
function Since({ day, onChange }: SinceProps) {
  const [text, setText] = useState(day ?? '')
  const hintId = useId()
  const [first, last] = [dayBack(WINDOW_DAYS), dayBack(0)]
  const isInside = (value: string) => value === '' || (value >= first && value <= last)
  return (
    <Labelled label={pageText('downloads.since')}>
      {(id) => (
        <>
          <input
            id={id}
            type="date"
            value={text}
            min={first}
            max={last}
            aria-invalid={!isInside(text)}
            aria-describedby={isInside(text) ? undefined : hintId}
            onChange={({ target: { value } }) => {
              setText(value)
              if (isInside(value)) onChange(value)
            }}
          />
          {isInside(text) ? null : (
            <span id={hintId} className="download-hint" role="alert">
              {pageText('downloads.window', { days: WINDOW_DAYS })}
            </span>
          )}
        </>
      )}
    </Labelled>
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

/** The viewer's calendar day, some days ago. */
function dayBack(days: number): string {
  const at = new Date()
  at.setDate(at.getDate() - days)
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
}
