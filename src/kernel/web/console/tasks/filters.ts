import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Box, INBOX_SORTS, INSTANCE_STATES } from '#kernel/services/tasks/inbox-wire.ts'
import { pageText } from '../client/i18n.ts'
import type { PageRequest } from '../client/paging.ts'
import type { FilterSpec } from '../list/filters/filter-spec.ts'
import { taskText } from './task-texts.ts'
import { type InboxQuery, tasksApi } from './tasks-api.ts'

const WAITING_HOURS = [24, 48, 72, 168, 336]

export function useChoices() {
  return useQuery({ queryKey: ['options', 'inbox'], queryFn: tasksApi.choices, staleTime: 10 * 60_000 })
}

/** The filters of a box; the first six are always visible (spec section 2). */
export function useInboxFilters(box: Box): readonly FilterSpec[] {
  const choices = useChoices()
  const { data, isPending, refetch, isError } = choices
  return useMemo(() => {
    const lists = { isLoading: isPending, onRetry: isError ? () => void refetch() : undefined }
    const option = (code: string, name: string) => ({ value: code, label: name })
    const isTasks = box === 'open' || box === 'done'
    const created: FilterSpec = { kind: 'dates', name: 'created', label: taskText('filters.created') }
    const number: FilterSpec = { kind: 'text', name: 'no', label: pageText('tasks.no') }
    const specs: (FilterSpec | null)[] = [
      { kind: 'text', name: 'text', label: taskText('filters.text') },
      {
        kind: 'choice',
        name: 'documentType',
        label: taskText('columns.type'),
        options: (data?.types ?? []).map(({ code, name }) => option(code, name)),
        ...lists,
      },
      {
        kind: 'choice',
        name: 'organisation',
        label: taskText('filters.organisation'),
        options: (data?.organisations ?? []).map(({ code, name }) => option(code, name)),
        ...lists,
      },
      isTasks
        ? {
            kind: 'choice',
            name: 'only',
            label: taskText('filters.only'),
            options: onlyOf(box).map((only) => option(only, taskText(only))),
          }
        : {
            kind: 'choice',
            name: 'state',
            label: taskText('columns.state'),
            options: INSTANCE_STATES.map((state) => option(state, taskText(`states.${state}`))),
          },
      box === 'done'
        ? { kind: 'dates', name: 'ended', label: taskText('filters.handled') }
        : {
            kind: 'choice',
            name: 'waitingHours',
            label: taskText('filters.waiting'),
            options: WAITING_HOURS.map((hours) => option(String(hours), hoursText(hours))),
          },
      // Only one date range in the first row: two leave no room for the buttons.
      ...(box === 'done' ? [number, created] : [created, number]),
      {
        kind: 'choice',
        name: 'currency',
        label: taskText('filters.currency'),
        options: (data?.currencies ?? []).map((code) => option(code, code)),
        ...lists,
      },
      { kind: 'text', name: 'amountFrom', label: taskText('filters.amountFrom'), rule: { isDigits: true } },
      { kind: 'text', name: 'amountTo', label: taskText('filters.amountTo'), rule: { isDigits: true } },
      { kind: 'text', name: 'step', label: taskText('filters.step') },
      box === 'mine' ? null : { kind: 'text', name: 'drafter', label: taskText('filters.drafter') },
      isTasks ? null : { kind: 'dates', name: 'ended', label: taskText('filters.ended') },
      isTasks
        ? null
        : {
            kind: 'choice',
            name: 'only',
            label: taskText('filters.only'),
            options: onlyOf(box).map((only) => option(only, taskText(only))),
          },
    ]
    return specs.filter((spec) => spec !== null)
  }, [box, data, isPending, isError, refetch])
}

const ONLY = ['overdue', 'urged', 'unread', 'parked'] as const

function onlyOf(box: Box): readonly (typeof ONLY)[number][] {
  if (box === 'open') return ONLY
  if (box === 'copies') return ['unread', 'overdue', 'urged']
  return box === 'done' ? ['urged'] : ['overdue', 'urged']
}

export function hoursText(hours: number): string {
  return hours % 24 === 0 && hours > 24
    ? taskText('filters.days', { days: hours / 24 })
    : taskText('filters.hours', { hours })
}

const ADDRESSED = ['documentType', 'state', 'only', 'waitingHours', 'createdFrom', 'createdTo', 'endedFrom', 'endedTo']

/** The filters that a link to a box names; a list on the desktop takes them from its address itself. */
export function addressedFilters(query: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries([...query].filter(([name, value]) => ADDRESSED.includes(name) && value !== ''))
}

/** The parameters of the list call. */
export function queryOf({ page, limit, sort, ...filters }: PageRequest): InboxQuery {
  return { page, limit, order: sort?.[0] === undefined ? undefined : INBOX_SORTS[sort[0]], ...filtersOf(filters) }
}

/** One choice for four flags, each of which is a filter of its own in the call. */
export function filtersOf(filters: Readonly<Record<string, unknown>>): InboxQuery {
  const { only, ...others } = filters as Readonly<Record<string, string | undefined>>
  return { ...others, ...(only ? { [only]: 'true' } : {}) }
}
