import { defineList } from '#kernel/engine/read-list/read-list.ts'
import { JOB_KINDS } from './monitor-wire.ts'
import { CHANNELS } from '../notify/kinds.ts'

// What the machinery gave up: jobs of the queue, and messages to people. The figures of the monitor and of the home page lead here.

export interface GivenUpJob {
  readonly id: string
  readonly kind: string
  /** What a file or an import is called, and whose it is; other jobs are about everything. */
  readonly subject: string | null
  readonly person: string | null
  readonly error: string
  readonly attempts: number
  readonly since: string
  readonly createdAt: string
}

export interface UndeliveredNotice {
  readonly id: string
  readonly person: string
  readonly account: string
  /** The kinds of notification in it, never what they say. */
  readonly topic: string
  readonly channel: string
  readonly error: string | null
  readonly attempts: number
  readonly since: string
  readonly createdAt: string
}

/** A document whose row in the registry was wrong when the nightly comparison ran; the comparison mended it. */
export interface RegistryDifference {
  readonly id: string
  readonly type: string
  readonly no: string
  /** What differed, in words. */
  readonly fields: string
  readonly at: string
}

/** Whoever oversees approvals of the whole company sees what its machinery gave up. */
const RIGHTS = { right: 'approval.oversee', exportRight: 'approval.monitor.export' } as const
const CALLS = { page: 'queryPage', count: 'count', export: 'export' } as const
const field = (name: string) => `monitor.given.${name}`

/** Messages of so many days, which their list is filtered by. */
export const DAYS = ['1', '7', '30'] as const
/** Days that the figure of the monitor counts. */
export const COUNTED_DAYS = '7'

export const GIVEN_UP_JOBS_PAGE = '/system/jobs'
export const UNDELIVERED_PAGE = '/system/undelivered'
export const REGISTRY_PAGE = '/system/registry'
/** Values of the filter by comparison: the figure of the monitor counts what the last one found. */
export const NIGHTS = ['last'] as const
export const REGISTRY_COUNTED = `${REGISTRY_PAGE}?night=last`
/** The list of what the figure of undelivered messages counts. */
export const UNDELIVERED_COUNTED = `${UNDELIVERED_PAGE}?days=${COUNTED_DAYS}`

export const givenUpJobs = defineList<GivenUpJob>({
  ...RIGHTS,
  name: 'givenUpJobs',
  path: '/aps/bpm/monitor/jobs',
  calls: CALLS,
  title: 'monitor.givenJobs',
  emptyText: 'monitor.noGivenJobs',
  columns: [
    {
      key: 'kind',
      kind: 'word',
      title: field('kind'),
      words: 'monitor.jobKinds',
      isFrozen: true,
      width: 240,
      card: 'title',
    },
    { key: 'subject', kind: 'text', title: field('subject'), width: 260, card: 'below' },
    { key: 'error', kind: 'text', title: field('error'), width: 340 },
    { key: 'attempts', kind: 'number', title: field('attempts'), width: 90 },
    { key: 'since', kind: 'time', title: field('since') },
    { key: 'person', kind: 'text', title: field('jobPerson') },
    { key: 'createdAt', kind: 'time', title: field('asked') },
  ],
  filters: [
    { kind: 'choice', name: 'kind', title: field('kind'), values: JOB_KINDS, words: 'monitor.jobKinds' },
    { kind: 'text', name: 'error', title: field('error') },
  ],
})

export const undeliveredNotices = defineList<UndeliveredNotice>({
  ...RIGHTS,
  name: 'undeliveredNotices',
  path: '/aps/notification/failures',
  calls: CALLS,
  title: 'monitor.undelivered',
  emptyText: 'monitor.noUndelivered',
  columns: [
    { key: 'person', kind: 'text', title: field('person'), isFrozen: true, width: 200, card: 'title' },
    { key: 'topic', kind: 'text', title: field('topic'), width: 240, card: 'below' },
    { key: 'channel', kind: 'word', title: field('channel'), words: 'monitor.channels', width: 110 },
    { key: 'error', kind: 'text', title: field('error'), width: 340 },
    { key: 'attempts', kind: 'number', title: field('attempts'), width: 90 },
    { key: 'since', kind: 'time', title: field('since') },
    { key: 'createdAt', kind: 'time', title: field('asked') },
    { key: 'account', kind: 'code', title: field('account'), isHidden: true },
  ],
  filters: [
    { kind: 'choice', name: 'days', title: field('since'), values: DAYS, words: 'monitor.lastDays' },
    { kind: 'text', name: 'person', title: field('person') },
    { kind: 'choice', name: 'channel', title: field('channel'), values: CHANNELS, words: 'monitor.channels' },
    { kind: 'text', name: 'error', title: field('error') },
  ],
})

export const registryDifferences = defineList<RegistryDifference>({
  ...RIGHTS,
  name: 'registryDifferences',
  path: '/aps/bpm/monitor/registry',
  calls: CALLS,
  title: 'monitor.registry',
  emptyText: 'monitor.noRegistry',
  columns: [
    { key: 'no', kind: 'code', title: 'monitor.fields.no', isFrozen: true, width: 180, card: 'title' },
    { key: 'type', kind: 'text', title: 'monitor.fields.type', width: 220, card: 'below' },
    { key: 'fields', kind: 'text', title: field('differing'), width: 360 },
    { key: 'at', kind: 'time', title: field('found') },
  ],
  filters: [
    { kind: 'choice', name: 'night', title: field('found'), values: NIGHTS, words: 'monitor.nights' },
    { kind: 'text', name: 'no', title: 'monitor.fields.no' },
  ],
})
