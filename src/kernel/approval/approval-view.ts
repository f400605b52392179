import { may, type RequestContext } from '#kernel/access/principal.ts'
import type { Tx } from '#kernel/db/tx.ts'
import type { Language } from '#kernel/i18n/language.ts'
import type {
  ActKind,
  ActView,
  ApprovalView,
  CopyView,
  PersonView,
  StepTaskView,
  StepView,
  Verb,
} from './approval-wire.ts'
import { type FormInstance, formInstanceId } from './form-instance.ts'
import type { Person, RouteStep } from './route.ts'
import { instanceOf, type InstanceRow } from './store.ts'
import {
  type ActRow,
  actsOf,
  copiesOf,
  type CopyRow,
  type OpenTaskRow,
  openTasksOf,
  templateName,
} from './view-reads.ts'

/** Acts that belong to no step, whatever step was open when they happened. */
const EVENTS = new Set<ActKind>(['withdraw', 'terminate', 'circulate', 'comment', 'urge', 'retry', 'close'])

/** Null where there is no such approval. The caller has already shown that the reader may see the document. */
export async function approvalView(
  tx: Tx,
  context: RequestContext,
  address: FormInstance,
  isDrafter: boolean,
): Promise<ApprovalView | null> {
  const { language, principal } = context
  const { documentId, round } = address
  const [instance, tasks, acts, copies] = await Promise.all([
    tx.first(instanceOf(documentId, round)),
    tx.rows(openTasksOf(documentId, round)),
    tx.rows(actsOf(documentId, round)),
    tx.rows(copiesOf(documentId, round)),
  ])
  if (!instance) return null
  const template = await tx.first(templateName(instance.template_code, instance.template_version))
  const { act, taskView, copy, personView } = wording(language, instance)

  const running = instance.state === 'running'
  const open = running ? tasks.filter((task) => task.state === 'open') : []
  const mine = isDrafter ? undefined : open.find((task) => task.user_id === principal.userId)
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
      tasks: running ? tasks.filter((task) => task.step === index).map(taskView) : [],
      acts: acts.filter((row) => row.step === index && !EVENTS.has(row.act)).map(act),
    })),
    events: acts.filter((row) => EVENTS.has(row.act)).map(act),
    copies: copies.map(copy),
    currentHolder: [...holders.values()],
    waitingSince: open[0]?.created_at.toISOString() ?? null,
    contentHash: instance.content_hash,
    myTask: mine ? { taskId: mine.id, kind: mine.kind, principal: taskView(mine).principal } : null,
    allowed: allowedVerbs(running, isDrafter, mine !== undefined && may(principal, 'approval.task.view')),
    returnTo: [],
    removable: [],
    chooses: [],
    likelyFinish: null,
    changedSince: null,
  }
}

function stepView(step: RouteStep, instance: InstanceRow, personView: (person: Person) => PersonView) {
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

function allowedVerbs(running: boolean, isDrafter: boolean, decides: boolean): Verb[] {
  if (decides) return ['approve', 'reject']
  return running && isDrafter ? ['withdraw'] : []
}

/** Rows as the wire shows them, in one language. */
function wording(language: Language, instance: InstanceRow) {
  const person = (account: string | null, zh: string | null, en: string | null): PersonView | null =>
    account === null ? null : { account, name: (language === 'zh' ? zh : en) ?? '' }
  const personView = (one: Pick<Person, 'account' | 'name'>): PersonView => ({
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
      opinion: row.opinion,
      at: row.at.toISOString(),
      waitedMinutes: row.waited_since ? Math.floor((row.at.getTime() - row.waited_since.getTime()) / 60_000) : null,
      people: (row.detail.people ?? []).map(personView),
      toStep: stepName(row.detail.toStep),
      files: [],
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
