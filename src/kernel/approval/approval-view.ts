import { may, type RequestContext } from '#kernel/access/principal.ts'
import { prepared } from '#kernel/db/statement.ts'
import type { Tx } from '#kernel/db/tx.ts'
import { type FormInstance, formInstanceId } from './form-instance.ts'
import type { Person, RouteStep } from './route.ts'
import type { PersonView } from './approval-wire.ts'
import { instanceOf, tasksOf } from './store.ts'

export interface ActView extends PersonView {
  readonly decision: string
  readonly opinion: string | null
  readonly at: string
  /** Whole minutes between the task and the act. */
  readonly waitedMinutes: number | null
}

export interface StepView {
  readonly key: string
  readonly name: string
  readonly rule: string | null
  readonly mode: string
  readonly status: RouteStep['status']
  readonly skipReason: string | null
  readonly people: readonly PersonView[]
  readonly acts: readonly ActView[]
}

/** The timeline of one approval, in the reader's language. */
export interface ApprovalView {
  readonly formInstanceId: string
  readonly templateCode: string
  readonly state: 'running' | 'approved' | 'rejected' | 'withdrawn'
  readonly submitted: ActView | null
  readonly withdrawn: ActView | null
  readonly steps: readonly StepView[]
  readonly currentHolder: readonly PersonView[]
  readonly waitingSince: string | null
  readonly contentHash: string
  readonly myTask: { readonly taskId: string } | null
  readonly allowed: readonly ('approve' | 'reject' | 'withdraw')[]
}

interface ActRow {
  readonly step: number | null
  readonly act: string
  readonly opinion: string | null
  readonly at: Date
  readonly waited_since: Date | null
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
}

const actsOf = prepared<ActRow>(
  'approval.acts',
  `select a.step, a.act, a.opinion, a.at, a.waited_since, u.account, u.name_zh, u.name_en
   from approval_act a join app_user u on u.id = a.actor_id where a.document_id = $1 and a.round = $2 order by a.id`,
)

/** Null where there is no such approval. The caller has already shown that the reader may see the document. */
export async function approvalView(
  tx: Tx,
  context: RequestContext,
  address: FormInstance,
  isDrafter: boolean,
): Promise<ApprovalView | null> {
  const { language, principal } = context
  const { documentId, round } = address
  const [instance, tasks, acts] = await Promise.all([
    tx.first(instanceOf(documentId, round)),
    tx.rows(tasksOf(documentId, round)),
    tx.rows(actsOf(documentId, round)),
  ])
  if (!instance) return null
  const running = instance.state === 'running'
  const open = tasks.filter((task) => task.state === 'open')
  const mine = open.find((task) => task.user_id === principal.userId)
  const view = (act: ActRow): ActView => ({
    account: act.account,
    name: language === 'zh' ? act.name_zh : act.name_en,
    decision: act.act,
    opinion: act.opinion,
    at: act.at.toISOString(),
    waitedMinutes: act.waited_since ? Math.floor((act.at.getTime() - act.waited_since.getTime()) / 60_000) : null,
  })
  const personView = (person: Person): PersonView => ({ account: person.account, name: person.name[language] })
  const current = instance.current_step === null ? undefined : instance.steps[instance.current_step]
  const waiting = new Set(open.map((task) => task.user_id))
  const submitted = acts.find((act) => act.act === 'submit')
  const withdrawn = acts.find((act) => act.act === 'withdraw')
  const decides = running && mine !== undefined && !isDrafter
  return {
    formInstanceId: formInstanceId(address),
    templateCode: instance.template_code,
    state: instance.state,
    contentHash: instance.content_hash,
    submitted: submitted ? view(submitted) : null,
    withdrawn: withdrawn ? view(withdrawn) : null,
    steps: instance.steps.map((step, index) => ({
      key: step.key,
      name: step.name[language],
      rule: step.rule?.[language] ?? null,
      mode: step.mode,
      status: step.status === 'current' && !running ? 'done' : step.status,
      skipReason: step.skip ?? null,
      people: step.people.map(personView),
      acts: acts.filter((act) => act.step === index && act.act !== 'withdraw').map(view),
    })),
    currentHolder: running ? (current?.people ?? []).filter((person) => waiting.has(person.id)).map(personView) : [],
    waitingSince: running ? (open[0]?.created_at.toISOString() ?? null) : null,
    myTask: decides ? { taskId: mine.id } : null,
    allowed: [
      ...(decides && may(principal, 'approval.task.view') ? (['approve', 'reject'] as const) : []),
      ...(running && isDrafter ? (['withdraw'] as const) : []),
    ],
  }
}
