import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import { exportColumn, wordsOf } from '#kernel/platform/exports/export-columns.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { integrationPage as en } from '../locale/page.en.ts'
import { integrationPage as zh } from '../locale/page.zh.ts'
import type { PushView, RunView } from '../integration-wire.ts'
import { filterSchemas } from './log-filters.server.ts'
import { allPushes, PUSH_FILTERS, pushCount, type PushLogRow, pushView } from './push.queries.ts'
import { allRuns, RUN_FILTERS, runCount, type RunLogRow, runView } from './run.queries.ts'

const texts = overridableTexts('integrationPage', { en, zh })
const words = wordsOf(texts)
const RIGHTS = { viewRight: 'integration.log.view', right: 'integration.log.export' } as const

const FILTERS: Readonly<Record<string, (language: Language) => string>> = {
  settingCode: words('fields.setting'),
  systemCode: words('fields.system'),
  state: words('fields.state'),
  kind: words('fields.kind'),
  recordKey: words('fields.key'),
  createdFrom: (language) => `${texts[language].fields.created} >=`,
  createdTo: (language) => `${texts[language].fields.created} <`,
}
const filterTitle = (language: Language, filter: string): string => FILTERS[filter]?.(language) ?? filter

type Run = RunView & { readonly language: Language }
type Push = PushView & { readonly language: Language }
const at = (text: string | null): Date | null => (text === null ? null : new Date(text))

const runList: ListExport = {
  ...RIGHTS,
  name: 'syncRun',
  path: '/aps/sync/run/export',
  key: 'id',
  filters: filterSchemas(RUN_FILTERS),
  isClosed: true,
  title: words('runs'),
  filterTitle,
  columns: [
    exportColumn<Run>('id', 'code', words('fields.no'), (row) => row.id),
    exportColumn<Run>('setting', 'text', words('fields.setting'), (row) => row.settingName),
    exportColumn<Run>('system', 'text', words('fields.system'), (row) => row.systemName),
    exportColumn<Run>('record', 'text', words('fields.record'), (row) => row.recordName),
    exportColumn<Run>('kind', 'text', words('fields.kind'), (row) => texts[row.language].kinds[row.kind]),
    exportColumn<Run>('state', 'text', words('fields.state'), (row) => texts[row.language].runStates[row.state]),
    exportColumn<Run>(
      'trigger',
      'text',
      words('fields.trigger'),
      (row) => row.startedBy ?? texts[row.language].schedule,
    ),
    exportColumn<Run>('started', 'instant', words('fields.started'), (row) => at(row.startedAt)),
    exportColumn<Run>('ended', 'instant', words('fields.ended'), (row) => at(row.endedAt)),
    exportColumn<Run>('read', 'integer', words('fields.read'), (row) => row.read),
    exportColumn<Run>('written', 'integer', words('fields.written'), (row) => row.written),
    exportColumn<Run>('unchanged', 'integer', words('fields.unchanged'), (row) => row.unchanged),
    exportColumn<Run>('refused', 'integer', words('fields.refused'), (row) => row.refused),
    exportColumn<Run>('lastKey', 'text', words('fields.lastKey'), (row) => row.lastKey),
    exportColumn<Run>('error', 'text', words('fields.error'), (row) => row.error),
    exportColumn<Run>('next', 'instant', words('fields.next'), (row) => at(row.nextAttemptAt)),
    exportColumn<Run>('created', 'instant', words('fields.created'), (row) => at(row.createdAt)),
  ],
  query: async (_tx, { language }, { filters }) => ({
    rows: allRuns(filters),
    count: runCount(filters),
    rowOf: (row) => ({ ...runView(language, row as unknown as RunLogRow), language }),
  }),
}

const pushList: ListExport = {
  ...RIGHTS,
  name: 'syncPush',
  path: '/aps/sync/push/export',
  key: 'id',
  filters: filterSchemas(PUSH_FILTERS),
  isClosed: true,
  title: words('pushes'),
  filterTitle,
  columns: [
    exportColumn<Push>('key', 'code', words('fields.key'), (row) => row.recordKey),
    exportColumn<Push>('version', 'integer', words('fields.version'), (row) => row.version),
    exportColumn<Push>('act', 'text', words('fields.act'), (row) => texts[row.language].acts[row.act as 'update']),
    exportColumn<Push>('record', 'text', words('fields.record'), (row) => row.recordName),
    exportColumn<Push>('setting', 'text', words('fields.setting'), (row) => row.settingName),
    exportColumn<Push>('system', 'text', words('fields.system'), (row) => row.systemName),
    exportColumn<Push>('state', 'text', words('fields.state'), (row) => texts[row.language].pushStates[row.state]),
    exportColumn<Push>('attempts', 'integer', words('fields.attempts'), (row) => row.attempts),
    exportColumn<Push>('error', 'text', words('fields.error'), (row) => row.error),
    exportColumn<Push>('next', 'instant', words('fields.next'), (row) => at(row.nextAttemptAt)),
    exportColumn<Push>('reference', 'code', words('fields.reference'), (row) => row.reference),
    exportColumn<Push>('requestedBy', 'text', words('fields.requestedBy'), (row) => row.requestedBy),
    exportColumn<Push>('messageId', 'code', words('fields.messageId'), (row) => row.messageId),
    exportColumn<Push>('created', 'instant', words('fields.created'), (row) => at(row.createdAt)),
    exportColumn<Push>('changed', 'instant', words('fields.changed'), (row) => at(row.updatedAt)),
  ],
  query: async (_tx, { principal, language }, { filters }) => ({
    rows: allPushes(filters, principal),
    count: pushCount(filters, principal),
    rowOf: (row) => ({ ...pushView(language, row as unknown as PushLogRow), language }),
  }),
}

export const logExports: readonly ListExport[] = [runList, pushList]
