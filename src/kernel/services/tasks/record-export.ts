import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import { Type } from 'typebox'
import { exportColumn, inTurn, moment, rowsInMemory, wordsOf } from '#kernel/platform/exports/export-columns.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import { actsOfRound } from '#kernel/engine/document/acts/acts-done.ts'
import { approvalRights } from '#kernel/engine/document/kernel-actions.ts'
import { type ServerDocument, viewRights } from '#kernel/engine/document/server-document.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { exports as en } from '#kernel/platform/exports/locale/exports.en.ts'
import { exports as zh } from '#kernel/platform/exports/locale/exports.zh.ts'
import { kernelTexts } from '#kernel/base/i18n/texts.ts'
import { approvalView } from '#kernel/engine/approval/approval-view.ts'
import type { ActView, ApprovalView, PersonView } from '#kernel/engine/approval/approval-wire.ts'
import { visibleInstance } from '#kernel/engine/document/visible-instance.ts'

const words = wordsOf(overridableTexts('exports', { en, zh }))
const task = (name: 'step') => (language: Language) => kernelTexts(language).page.tasks[name]

/** One past act, or one open task. */
interface Row {
  readonly at: string
  readonly step: string
  readonly person: string
  readonly principal: string | null
  readonly act: string
  readonly people: string
  readonly toStep: string | null
  readonly opinion: string | null
  readonly waitedMinutes: number | null
  readonly files: string
  readonly rule: string | null
}

/** The history of an approval in order, and its current assignees: for people who may see its document. */
export function recordExport(documents: readonly ServerDocument[]): ListExport {
  return {
    name: 'approvalRecord',
    path: '/aps/bpm/form/record/export',
    filters: { formInstanceId: Type.Optional(Type.String({ maxLength: 40 })) },
    isClosed: true,
    viewRight: 'approval.task.view',
    right: 'approval.task.export',
    readsBy: viewRights(documents),
    title: words('record'),
    filterTitle: words('document'),
    columns: [
      exportColumn<Row>('at', 'instant', words('at'), (row) => moment(row.at)),
      exportColumn<Row>('step', 'text', task('step'), (row) => row.step),
      exportColumn<Row>('person', 'text', words('person'), (row) => row.person),
      exportColumn<Row>('principal', 'text', words('principal'), (row) => row.principal),
      exportColumn<Row>('act', 'text', words('act'), (row) => row.act),
      exportColumn<Row>('people', 'text', words('people'), (row) => row.people),
      exportColumn<Row>('toStep', 'text', words('toStep'), (row) => row.toStep),
      exportColumn<Row>('opinion', 'text', words('opinion'), (row) => row.opinion),
      exportColumn<Row>('waited', 'integer', words('waitedMinutes'), (row) => row.waitedMinutes),
      exportColumn<Row>('files', 'text', words('files'), (row) => row.files),
      exportColumn<Row>('rule', 'text', words('rule'), (row) => row.rule),
    ],
    async query(tx, reader, { filters }) {
      const turns = inTurn(tx)
      const asked = (filters['formInstanceId'] ?? '') as string
      const {
        document,
        document_id: documentId,
        round,
        ...instance
      } = await visibleInstance(turns, reader, documents, asked)
      const isDrafter = instance.drafter_id === reader.principal.userId
      const rights = approvalRights(document.definition)
      const view = await approvalView(turns, reader, { documentId, round }, isDrafter, rights)
      if (!view) return rowsInMemory([])
      const acts = await actsOfRound(turns, reader, document.definition, { documentId, round })
      return rowsInMemory(rowsOf({ ...view, events: [...view.events, ...acts.views] }, reader.language))
    },
  }
}

function rowsOf(view: ApprovalView, language: Language): readonly Row[] {
  const { approval } = kernelTexts(language)
  const names = (people: readonly PersonView[]) => people.map(({ name }) => name).join(kernelTexts(language).separator)
  const done = (step: string, rule: string | null, act: ActView): Row => ({
    at: act.at,
    step,
    rule,
    person: act.actor?.name ?? approval.clock,
    principal: act.principal?.name ?? null,
    act: act.label ?? approval.decisions[act.act],
    people: names(act.people),
    toStep: act.toStep,
    opinion: act.opinion,
    waitedMinutes: act.waitedMinutes,
    files: act.files.map(({ name }) => name).join(', '),
  })
  const acts = [
    ...(view.submitted ? [done(approval.submitStep, null, view.submitted)] : []),
    ...view.steps.flatMap(({ name, rule, acts: of }) => of.map((act) => done(name, rule, act))),
    ...view.events.map((act) => done('', null, act)),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const open = view.steps.flatMap(({ name, rule, tasks }) =>
    tasks.map((held): Row => ({
      at: held.since,
      step: name,
      rule,
      person: held.holder.name,
      principal: held.principal?.name ?? null,
      act: kernelTexts(language).page.approval.status.current,
      people: '',
      toStep: null,
      opinion: null,
      waitedMinutes: null,
      files: '',
    })),
  )
  return [...acts, ...open]
}
