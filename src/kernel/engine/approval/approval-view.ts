import { may, mayAt, type RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { kernelTexts, refusalText } from '#kernel/base/i18n/texts.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type {
  ActDetail,
  ActKind,
  ActView,
  ApprovalView,
  CopyView,
  Reduction,
  PersonView,
  StepTaskView,
  StepView,
  Verb,
} from './approval-wire.ts'
import type { AttachmentView } from '#kernel/platform/files/attachment-wire.ts'
import { viewsOfKeys } from '#kernel/platform/files/attachment-store.ts'
import { type FormInstance, formInstanceId } from './form-instance.ts'
import { heldBackBy, type InstanceRow } from './engine/running-approval.ts'
import type { Approver, RouteStep } from './approval-route.ts'
import { stageOf } from './engine/stages.ts'
import { instanceOf } from './store.ts'
import { isRemovable } from './engine/delegation.ts'
import { returnable } from './engine/verbs.ts'
import {
  type ActRow,
  actsOf,
  copiesOf,
  type CopyRow,
  type OpenTaskRow,
  openTasksOf,
  opinionKept,
  templateName,
} from './view-reads.ts'

/** Acts that belong to no step, whatever step was open at the time. */
const EVENTS = new Set<ActKind>([
  'withdraw',
  'terminate',
  'circulate',
  'comment',
  'urge',
  'occupied',
  'failToOccupy',
  'released',
  'failToRelease',
])

/** Null where there is no such approval. The caller has already checked that the reader may see the document. */
export async function approvalView(
  tx: Tx,
  context: Pick<RequestContext, 'principal' | 'language'>,
  address: FormInstance,
  isDrafter: boolean,
  rights: ApprovalRights,
): Promise<ApprovalView | null> {
  const { language, principal } = context
  const { documentId, round } = address
  const [instance, tasks, acts, copies, kept] = await Promise.all([
    tx.first(instanceOf(documentId, round)),
    tx.rows(openTasksOf(documentId, round)),
    tx.rows(actsOf(documentId, round)),
    tx.rows(copiesOf(documentId, round)),
    tx.first(opinionKept(documentId, round, principal.userId)),
  ])
  if (!instance) return null
  const template = await tx.first(templateName(instance.template_code, instance.template_version))
  const files = await viewsOfKeys(
    tx,
    acts.flatMap((row) => row.detail.files ?? []),
  )
  const { act, taskView, copy, personView } = wording(language, instance, files)

  const running = instance.state === 'running'
  const open = running ? tasks.filter((task) => task.state === 'open') : []
  const mine = isDrafter ? undefined : open.find((task) => task.user_id === principal.userId)
  const inStep = (task: OpenTaskRow): StepTaskView => {
    const earlier = task.state === 'waiting' ? heldBackBy(tasks, task) : undefined
    return { ...taskView(task), ...(earlier ? { decidedIn: instance.steps[earlier.step]!.name[language] } : {}) }
  }
  const holders = new Map(open.map((task) => [task.user_id, taskView(task).holder]))
  const submitted = acts.find((row) => row.act === 'submit')
  return {
    formInstanceId: formInstanceId(address),
    templateCode: instance.template_code,
    templateName: template?.[`name_${language}`] ?? '',
    templateVersion: instance.template_version,
    state: instance.state,
    submitted: submitted ? act(submitted) : null,
    steps: instance.steps.map((step, index): StepView => ({
      ...stepView(step, instance, personView),
      name: step.name[language],
      rule: step.rule?.[language] ?? null,
      tasks: running ? tasks.filter((task) => task.step === index).map(inStep) : [],
      acts: acts.filter((row) => row.step === index && !EVENTS.has(row.act)).map(act),
    })),
    events: acts.filter((row) => EVENTS.has(row.act)).map(act),
    copies: copies.map(copy),
    currentHolder: [...holders.values()],
    waitingSince: open[0]?.created_at.toISOString() ?? null,
    contentHash: instance.content_hash,
    myTask: mine ? myTask(mine, taskView(mine), kept) : null,
    ...reach(instance, tasks, mine, { ...context, isDrafter, rights }),
    likelyFinish: null,
    changedSince: null,
  }
}

function myTask(
  { id, kind, created_at: since }: OpenTaskRow,
  { principal }: StepTaskView,
  kept: { readonly opinion: unknown; readonly updated_at: Date } | undefined,
) {
  const isOfNow = kept !== undefined && kept.updated_at >= since
  return { taskId: id, kind, principal, opinion: isOfNow && typeof kept.opinion === 'string' ? kept.opinion : '' }
}

function stepView(step: RouteStep, instance: InstanceRow, personView: (person: Approver) => PersonView) {
  return {
    key: step.key,
    mode: step.mode,
    share: step.share ?? null,
    group: step.group ?? null,
    status: step.status === 'current' && instance.state !== 'running' ? ('done' as const) : step.status,
    skipReason: step.skip ?? null,
    people: step.people.map(personView),
    usual: null,
  }
}

/** Rights that the verbs of a type of document need. */
export interface ApprovalRights {
  readonly decide: string
  readonly submit: string
  readonly view: string
  /** Right to approve less than asked for. */
  readonly reduce?: string
}

interface Reader extends Pick<RequestContext, 'principal' | 'language'> {
  readonly isDrafter: boolean
  readonly rights: ApprovalRights
}

/** Right to comment and to circulate, beside the right to read; who only audits lacks it. */
export const TALK = 'approval.talk'

const DECISIONS: readonly Verb[] = ['approve', 'reject', 'return', 'transfer', 'delegate', 'addSigner']

/** The acts of the reader now: verbs, steps, people. */
function reach(instance: InstanceRow, tasks: readonly OpenTaskRow[], mine: OpenTaskRow | undefined, reader: Reader) {
  const { principal, language, isDrafter, rights } = reader
  const running = instance.state === 'running'
  const holds = (right: string) => may(principal, right)
  // The person asked may decide wherever they hold the right; every other verb needs it in the document's organisation.
  const holdsHere = (right: string) => mayAt(principal, right, instance.scope_id)
  const decides = mine !== undefined && holds('approval.task.view') && holds(rights.decide)
  const asked = running && holds(rights.decide) ? tasks.filter((task) => isRemovable(task, principal.userId)) : []
  // A withdrawn document is a draft again, which others may not comment on.
  const talks = holds(rights.view) && holds(TALK) && instance.state !== 'withdrawn'
  const verbs: readonly [Verb, boolean][] = [
    ...DECISIONS.map((verb): [Verb, boolean] => [verb, decides && mine.kind !== 'delegate']),
    ['answer', decides && mine.kind === 'delegate'],
    ['removeSigner', asked.length > 0],
    ['withdraw', running && isDrafter && holdsHere(rights.submit)],
    ['urge', running && isDrafter && holdsHere(rights.submit)],
    ['circulate', talks],
    ['comment', talks],
    ['terminate', running && holdsHere('approval.administer')],
  ]
  const decisive = decides && mine.kind !== 'delegate' ? mine : null
  const named = ({ account, name }: Approver): PersonView => ({ account, name: name[language] })
  return {
    allowed: verbs.filter(([, isAllowed]) => isAllowed).map(([verb]) => verb),
    ...(decisive && rights.reduce !== undefined && holds(rights.reduce) ? { mayReduce: true } : {}),
    returnTo: decisive
      ? returnable(instance, decisive.step).map((index) => ({
          key: instance.steps[index]!.key,
          name: instance.steps[index]!.name[language],
        }))
      : [],
    removable: asked.map((task) => ({
      taskId: task.id,
      person: { account: task.account, name: task[`name_${language}`] },
    })),
    chooses: decisive
      ? chosenNext(instance.steps, decisive.step).map((step) => ({
          stepKey: step.key,
          stepName: step.name[language],
          candidates: (step.candidates ?? []).map(named),
        }))
      : [],
  }
}

/** Steps of the next stage whose people the previous approver chooses. */
function chosenNext(steps: readonly RouteStep[], from: number): readonly RouteStep[] {
  const [, end] = stageOf(steps, from)
  const next = steps.findIndex((step, index) => index >= end && step.status === 'future')
  if (next === -1) return []
  return steps
    .slice(...stageOf(steps, next))
    .filter((step) => step.status === 'future' && 'chosenBy' in step.who && step.who.chosenBy === 'previous')
}

function saidBySystem(language: Language, { reason, reference }: ActDetail): string | null {
  return reason ? refusalText(language, reason) : (reference ?? null)
}

/** The reduction as text beside an opinion, on pages, on paper and in files: how much less, of which lines, and why. */
function reducedText(language: Language, { reason, currency, before, after, lines }: Reduction): string {
  const texts = kernelTexts(language)
  const named = lines
    .slice(0, NAMED_LINES)
    .map(([line, from, to]) =>
      interpolate(texts.reduced.line, { line, before: formatAmount(from), after: formatAmount(to) }),
    )
  if (lines.length > NAMED_LINES) named.push(interpolate(texts.reduced.more, { count: lines.length - NAMED_LINES }))
  return interpolate(texts.reduced.text, {
    before: formatAmount(before),
    after: formatAmount(after),
    currency: currency ?? '',
    lines: named.join(texts.separator),
    reason,
  })
}

const NAMED_LINES = 5
const MOST_LINES = 50

function firstOf(reduced: Reduction) {
  const lines = reduced.lines.slice(0, MOST_LINES)
  return { ...reduced, lines, more: reduced.lines.length - lines.length }
}

/** Rows in wire form, in one language. */
function wording(language: Language, instance: InstanceRow, files: ReadonlyMap<string, AttachmentView>) {
  const person = (account: string | null, zh: string | null, en: string | null): PersonView | null =>
    account === null ? null : { account, name: (language === 'zh' ? zh : en) ?? '' }
  const personView = (one: Pick<Approver, 'account' | 'name'>): PersonView => ({
    account: one.account,
    name: one.name[language],
  })
  const holder = (row: { account: string; name_zh: string; name_en: string }): PersonView => ({
    account: row.account,
    name: row[`name_${language}`],
  })
  const stepName = (key: string | null | undefined) =>
    key ? (instance.steps.find((step) => step.key === key)?.name[language] ?? key) : null
  return {
    personView,
    act: (row: ActRow): ActView => ({
      id: row.id,
      actor: person(row.account, row.name_zh, row.name_en),
      principal: person(row.principal_account, row.principal_zh, row.principal_en),
      act: row.act,
      // Another system's answer takes the place of an opinion.
      opinion: row.detail.reduced
        ? [row.opinion, reducedText(language, row.detail.reduced)].filter(Boolean).join('\n')
        : (row.opinion ?? saidBySystem(language, row.detail)),
      at: row.at.toISOString(),
      waitedMinutes: row.waited_since ? Math.floor((row.at.getTime() - row.waited_since.getTime()) / 60_000) : null,
      people: (row.detail.people ?? []).map(personView),
      toStep: stepName(row.detail.toStep),
      files: (row.detail.files ?? []).flatMap((key) => files.get(key) ?? []),
      ...(row.detail.escalatedTo ? { escalatedTo: row.detail.escalatedTo } : {}),
      ...(row.detail.reduced ? { reduced: firstOf(row.detail.reduced) } : {}),
      keeps: (row.detail.keeps ?? []).map(({ round, at }) => ({
        formInstanceId: formInstanceId({ documentId: instance.document_id, round }),
        at,
      })),
    }),
    taskView: (row: OpenTaskRow): StepTaskView => ({
      taskId: row.id,
      holder: holder(row),
      principal: person(row.principal_account, row.principal_zh, row.principal_en),
      kind: row.kind,
      state: row.state,
      since: row.created_at.toISOString(),
      remindAt: row.remind_at?.toISOString() ?? null,
      escalateAt: row.escalate_at?.toISOString() ?? null,
    }),
    copy: (row: CopyRow): CopyView => ({
      reader: holder(row),
      sender: person(row.sender_account, row.sender_zh, row.sender_en),
      message: row.message,
      at: row.created_at.toISOString(),
      readAt: row.read_at?.toISOString() ?? null,
    }),
  }
}
