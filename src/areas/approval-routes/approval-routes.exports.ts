import Type from 'typebox'
import { yearIn } from '#kernel/base/clock/zone-day.ts'
import { exportColumn, inTurn, moment, rowsInMemory, wordsOf } from '#kernel/platform/exports/export-columns.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { draftOf } from '#kernel/engine/setting/setting.queries.ts'
import { type Setting, versionsOf } from '#kernel/engine/setting/setting.ts'
import { approvalRoutesErrors } from './approval-routes.errors.ts'
import type { TemplateRowView } from './approval-routes-wire.ts'
import { templateUse } from './setting/setting.queries.ts'
import { templateCode } from './setting/setting.schemas.server.ts'
import { bandsSetting, ratesSetting, type TemplateSetting, templateSetting } from './setting/settings.server.ts'
import { namesOf, type StepColumn, type StepRow, stepRows, stepTexts as texts } from './templates/step-words.server.ts'
import { templateRows } from './templates/template.routes.ts'

const words = wordsOf(texts)
const RIGHTS = { viewRight: 'approval.template.view', right: 'approval.template.export' } as const

/** A version by number; 0 is the draft, omitted the one in force. */
const version = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000_000 }))
const year = Type.String({ pattern: '^20[0-9]{2}$' })

/** Exports for administrators of routes: templates, a route's steps, bands, rates, and their versions. */
export function approvalRoutesExports(documents: readonly ServerDocument[]): readonly ListExport[] {
  const templates = templateSetting(documents)
  return [templateList(documents, templates), stepList(templates), bandList, rateList, versionList(templates)]
}

interface TemplateRow extends Omit<TemplateRowView, 'process'> {
  readonly process: string
}

function templateList(documents: readonly ServerDocument[], templates: TemplateSetting): ListExport {
  const sum = ({ use }: TemplateRow, of: 'running' | 'finished') => use.reduce((total, each) => total + each[of], 0)
  return {
    ...RIGHTS,
    name: 'approvalTemplate',
    path: '/aps/approval/template/export',
    filters: {},
    isClosed: true,
    title: words('list.title'),
    filterTitle: (_language, filter) => filter,
    columns: [
      exportColumn<TemplateRow>('name', 'text', words('list.name'), (row) => row.name),
      exportColumn<TemplateRow>('code', 'code', words('list.code'), (row) => row.code),
      exportColumn<TemplateRow>('version', 'integer', words('list.version'), (row) => row.version),
      exportColumn<TemplateRow>('steps', 'integer', words('list.steps'), (row) => row.stepCount),
      exportColumn<TemplateRow>('process', 'text', words('list.process'), (row) => row.process),
      exportColumn<TemplateRow>('draft', 'text', words('file.draft'), (row) => row.draft?.editedBy.name),
      exportColumn<TemplateRow>('problems', 'integer', words('file.problems'), (row) => row.draft?.problems),
      exportColumn<TemplateRow>('usedBy', 'text', words('list.usedBy'), (row) =>
        row.documentTypes.map(({ label }) => label).join(', '),
      ),
      exportColumn<TemplateRow>('running', 'integer', words('list.running'), (row) => sum(row, 'running')),
      exportColumn<TemplateRow>('finished', 'integer', words('list.finished'), (row) => sum(row, 'finished')),
      exportColumn<TemplateRow>('publishedAt', 'instant', words('list.publishedAt'), (row) => moment(row.publishedAt)),
    ],
    async query(tx, { language }) {
      const rows = await templateRows(inTurn(tx), language, documents, templates)
      return rowsInMemory(rows.map((row) => ({ ...row, process: texts[language].process[row.process] })))
    },
  }
}

/** The version in force, an earlier one, or the draft; null where there is none yet. */
async function contentOf<C>(
  tx: Tx,
  setting: Setting<C>,
  key: string,
  wanted: unknown,
): Promise<{ readonly version: number; readonly content: C } | undefined> {
  if (wanted === 0) {
    const draft = await tx.first(draftOf(setting.kind, key))
    return draft && { version: 0, content: draft.content as C }
  }
  const versions = await versionsOf(tx, setting, key)
  const found = versions.find(({ meta }) => wanted === undefined || meta.version === wanted)
  return found && { version: found.meta.version, content: found.content }
}

function stepList(templates: TemplateSetting): ListExport {
  const step = (key: StepColumn, kind: 'text' | 'code' | 'integer' = 'text') =>
    exportColumn<StepRow>(key, kind, words(`column.${key}`), (row) => row[key])
  return {
    ...RIGHTS,
    name: 'approvalTemplate.steps',
    path: '/aps/approval/template/steps/export',
    filters: { code: Type.Optional(templateCode), version },
    isClosed: true,
    title: words('file.stepsOf'),
    filterTitle: (language, filter) => texts[language].list[filter as 'code' | 'version'],
    columns: [
      exportColumn<StepRow>('place', 'integer', words('file.place'), (row) => row.place),
      step('key', 'code'),
      step('name'),
      step('kind'),
      step('approver'),
      step('mode'),
      step('share', 'integer'),
      step('when'),
      step('group'),
      step('remind', 'integer'),
      step('escalate', 'integer'),
      step('cc'),
      step('empty'),
      step('keep', 'code'),
      exportColumn<StepRow>('rule', 'text', words('simulate.why'), (row) => row.rule),
    ],
    async query(tx, { language }, { filters }) {
      const found = await contentOf(tx, templates, (filters['code'] ?? '') as string, filters['version'])
      if (!found) throw new Refused(approvalRoutesErrors.unknownTemplate())
      return rowsInMemory(stepRows(found.content, language, await namesOf(tx, language)))
    },
  }
}

interface BandRow {
  readonly code: string
  readonly upTo: string | null
  readonly currency: string
  readonly levels: string
  readonly raisedWhen: string | null
}

const bandList: ListExport = {
  ...RIGHTS,
  name: 'approvalBands',
  path: '/aps/approval/bands/export',
  filters: { version },
  isClosed: true,
  title: words('bands.title'),
  filterTitle: (language) => texts[language].versions.version,
  columns: [
    exportColumn<BandRow>('code', 'code', words('column.code'), (row) => row.code),
    exportColumn<BandRow>('upTo', 'amount', words('column.upTo'), (row) => row.upTo, { beside: 'currency' }),
    exportColumn<BandRow>('currency', 'code', words('bands.currency'), (row) => row.currency),
    exportColumn<BandRow>('levels', 'text', words('column.levels'), (row) => row.levels),
    exportColumn<BandRow>('raisedWhen', 'text', words('column.raisedWhen'), (row) => row.raisedWhen),
  ],
  async query(tx, _reader, { filters }) {
    const found = await contentOf(tx, bandsSetting, 'bands', filters['version'])
    const { currency, bands } = found?.content ?? { currency: '', bands: [] }
    return rowsInMemory(bands.map((band) => ({ ...band, levels: band.levels.join(', '), currency })))
  },
}

interface RateRow {
  readonly year: string
  readonly base: string
  readonly currency: string
  readonly units: string
}

const rateList: ListExport = {
  ...RIGHTS,
  name: 'approvalRates',
  path: '/aps/approval/rates/export',
  filters: { year: Type.Optional(year), version },
  isClosed: true,
  title: words('bands.rates'),
  filterTitle: (language, filter) =>
    filter === 'year' ? texts[language].bands.year : texts[language].versions.version,
  columns: [
    exportColumn<RateRow>('year', 'code', words('bands.year'), (row) => row.year),
    exportColumn<RateRow>('base', 'code', words('bands.base'), (row) => row.base),
    exportColumn<RateRow>('currency', 'code', words('column.currency'), (row) => row.currency),
    // A rate has as many decimals as were typed; an amount's two would round it.
    exportColumn<RateRow>('units', 'text', words('file.units'), (row) => row.units),
  ],
  async query(tx, { principal, now }, { filters }) {
    const of = (filters['year'] ?? String(yearIn(principal.timezone, now))) as string
    const found = await contentOf(tx, ratesSetting, of, filters['version'])
    const { base, rates } = found?.content ?? { base: '', rates: [] }
    return rowsInMemory(rates.map((rate) => ({ ...rate, base, year: of })))
  },
}

interface VersionRow {
  readonly version: number
  readonly publishedAt: Date | null
  readonly draftedBy?: string
  readonly publishedBy?: string
  readonly note: string | null
  readonly running?: number
  readonly finished?: number
}

/** Author, time and reason of each version; for a template also how many approvals use it. */
function versionList(templates: TemplateSetting): ListExport {
  const kinds = { template: templates, bands: bandsSetting, rates: ratesSetting }
  return {
    ...RIGHTS,
    name: 'approvalVersions',
    path: '/aps/approval/versions/export',
    filters: {
      kind: Type.Optional(Type.Union([Type.Literal('template'), Type.Literal('bands'), Type.Literal('rates')])),
      key: Type.Optional(templateCode),
      year: Type.Optional(year),
    },
    isClosed: true,
    title: words('editor.tabs.versions'),
    filterTitle: (language) => texts[language].file.setting,
    columns: [
      exportColumn<VersionRow>('version', 'integer', words('versions.version'), (row) => row.version),
      exportColumn<VersionRow>('publishedAt', 'instant', words('versions.publishedAt'), (row) => row.publishedAt),
      exportColumn<VersionRow>('draftedBy', 'text', words('file.draftedBy'), (row) => row.draftedBy),
      exportColumn<VersionRow>('publishedBy', 'text', words('file.publishedBy'), (row) => row.publishedBy),
      exportColumn<VersionRow>('note', 'text', words('versions.note'), (row) => row.note),
      exportColumn<VersionRow>('running', 'integer', words('list.running'), (row) => row.running),
      exportColumn<VersionRow>('finished', 'integer', words('list.finished'), (row) => row.finished),
    ],
    async query(tx, { language }, { filters }) {
      const kind = (filters['kind'] ?? 'template') as keyof typeof kinds
      const asked = (kind === 'rates' ? filters['year'] : filters['key']) as string | undefined
      const key = kind === 'bands' ? 'bands' : (asked ?? '')
      if (kind === 'rates' && key === '') throw new Refused(approvalRoutesErrors.unknownVersion())
      const versions = await versionsOf(tx, kinds[kind] as Setting<unknown>, key)
      if (kind === 'template' && versions.length === 0) throw new Refused(approvalRoutesErrors.unknownTemplate())
      const use = kind === 'template' ? await tx.rows(templateUse(key)) : []
      return rowsInMemory(
        versions.map(({ meta }): VersionRow => {
          const used = use.find((each) => each.version === meta.version)
          return {
            version: meta.version,
            publishedAt: meta.created_at,
            note: meta.note,
            ...(meta.drafted ? { draftedBy: meta.drafted[language] } : {}),
            ...(meta.published ? { publishedBy: meta.published[language] } : {}),
            ...(used ? { running: used.running, finished: used.finished } : {}),
          }
        }),
      )
    },
  }
}
