import type { StateColour } from '#kernel/engine/definition/definition.ts'
import { defineList, type ListColumn } from '#kernel/engine/read-list/read-list.ts'
import { PUSH_STATES, type PushState } from '#kernel/platform/outgoing/push-states.ts'
import type { PushView, RunState, RunView } from '../integration-wire.ts'

// The lists of synchronizations: the log of runs and the log of pushes.

export const pushColours: Readonly<Record<PushState, StateColour>> = {
  nonPush: 'grey',
  pendingPushed: 'blue',
  pushing: 'blue',
  pushed: 'orange',
  succeededPushed: 'green',
  failedPushed: 'red',
}

export const runColours: Readonly<Record<RunState, StateColour>> = {
  pending: 'blue',
  processing: 'blue',
  succeeded: 'green',
  pullFail: 'red',
  pushFail: 'red',
  stopped: 'grey',
}

const field = (name: string) => `integrationPage.fields.${name}`
const columnOf =
  <Row>() =>
  (
    kind: ListColumn<Row>['kind'],
    key: string,
    value: (row: Row) => unknown,
    more: Partial<ListColumn<Row>> = {},
  ): ListColumn<Row> => ({ key, kind, title: field(key), value, ...more })
const run = columnOf<RunView>()
const push = columnOf<PushView>()

const CALLS = { page: 'queryPage', count: 'count', export: 'export' } as const
const RIGHTS = { right: 'integration.log.view', exportRight: 'integration.log.export' } as const
const ofSetting = { kind: 'search', name: 'settingCode', title: field('setting') } as const
const ofSystem = { kind: 'search', name: 'systemCode', title: field('system') } as const
const created = { kind: 'dates', name: 'created', title: field('created') } as const

/** Runs with the person who started them and the results of their rows. */
export const syncRuns = defineList<RunView>({
  ...RIGHTS,
  name: 'syncRun',
  path: '/aps/sync/run',
  calls: CALLS,
  title: 'integrationPage.runs',
  emptyText: 'integrationPage.noRuns',
  columns: [
    { key: 'id', kind: 'document', title: field('no'), width: 80 },
    run('text', 'setting', ({ settingName }) => settingName, { width: 230 }),
    run('state', 'state', ({ state }) => state, {
      width: 190,
      words: 'integrationPage.runStates',
      colours: runColours,
    }),
    run('word', 'kind', ({ kind }) => kind, { width: 90, words: 'integrationPage.kinds' }),
    run('time', 'started', ({ startedAt }) => startedAt),
    run('time', 'ended', ({ endedAt }) => endedAt),
    ...(['read', 'written', 'unchanged', 'refused'] as const).map((key) =>
      run('number', key, (row) => row[key], { width: 90 }),
    ),
    {
      key: 'trigger',
      kind: 'text',
      title: field('trigger'),
      value: ({ startedBy }, text) => startedBy ?? text('integrationPage.schedule'),
    },
    run('text', 'lastKey', ({ lastKey }) => lastKey),
    run('text', 'error', ({ error }) => error, { width: 280 }),
    run('time', 'next', ({ nextAttemptAt }) => nextAttemptAt),
    run('text', 'system', ({ systemName }) => systemName, { isHidden: true }),
    run('text', 'record', ({ recordName }) => recordName, { isHidden: true }),
    run('time', 'created', ({ createdAt }) => createdAt, { isHidden: true }),
  ],
  fileOrder:
    'id setting system record kind state trigger started ended read written unchanged refused lastKey error next created',
  filters: [
    ofSetting,
    {
      kind: 'choice',
      name: 'state',
      title: field('state'),
      values: Object.keys(runColours),
      words: 'integrationPage.runStates',
    },
    ofSystem,
    {
      kind: 'choice',
      name: 'kind',
      title: field('kind'),
      values: ['pull', 'fill', 'ping'],
      words: 'integrationPage.kinds',
    },
    created,
  ],
})

/** Messages to other systems about versions of records, with their results. */
export const syncPushes = defineList<PushView>({
  ...RIGHTS,
  name: 'syncPush',
  path: '/aps/sync/push',
  calls: CALLS,
  title: 'integrationPage.pushes',
  emptyText: 'integrationPage.noPushes',
  columns: [
    push('code', 'key', ({ recordKey }) => recordKey, { isFrozen: true, width: 170 }),
    push('state', 'state', ({ state }) => state, {
      width: 190,
      words: 'integrationPage.pushStates',
      colours: pushColours,
    }),
    push('number', 'version', ({ version }) => version, { width: 80 }),
    push('text', 'setting', ({ settingName }) => settingName, { width: 230 }),
    push('word', 'act', ({ act }) => act, { width: 90, words: 'integrationPage.acts' }),
    push('number', 'attempts', ({ attempts }) => attempts, { width: 90 }),
    push('text', 'error', ({ error }) => error, { width: 300 }),
    push('time', 'next', ({ nextAttemptAt }) => nextAttemptAt),
    push('time', 'changed', ({ updatedAt }) => updatedAt),
    push('time', 'created', ({ createdAt }) => createdAt),
    push('code', 'reference', ({ reference }) => reference),
    push('text', 'requestedBy', ({ requestedBy }) => requestedBy),
    push('text', 'system', ({ systemName }) => systemName, { isHidden: true }),
    push('text', 'record', ({ recordName }) => recordName, { isHidden: true }),
    push('code', 'messageId', ({ messageId }) => messageId, { isHidden: true }),
  ],
  fileOrder:
    'key version act record setting system state attempts error next reference requestedBy messageId created changed',
  filters: [
    ofSetting,
    { kind: 'choice', name: 'state', title: field('state'), values: PUSH_STATES, words: 'integrationPage.pushStates' },
    { kind: 'text', name: 'recordKey', title: field('key'), max: 100 },
    ofSystem,
    created,
  ],
})
