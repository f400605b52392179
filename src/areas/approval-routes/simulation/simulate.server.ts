import { inScope, mayAt, type RequestContext } from '#kernel/platform/access/principal.ts'
import { authorityInForce, withAuthority } from '#kernel/engine/approval/authority.ts'
import { type FoundPeople, type PeopleRequest, peopleStatement, readPeople } from '#kernel/engine/approval/people.ts'
import {
  resolveRoute,
  type RouteStep,
  type TemplateStep,
  type Variables,
} from '#kernel/engine/approval/approval-route.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { withinLimits } from '#kernel/engine/document/document-access.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { approvalRoutesErrors } from '../approval-routes.errors.ts'
import type { SimulatedStep, Simulation } from '../approval-routes-wire.ts'
import { sampleOf } from '../templates/condition.server.ts'
import { typeOf } from '../setting/settings.server.ts'

/** The document that a route is tested on. */
export interface Trial {
  readonly organisation: string
  readonly drafterId: number
  readonly variables: Variables
  readonly organisations: Readonly<Record<string, string>>
  readonly people: Readonly<Record<string, readonly string[]>>
  readonly documentType: string
  /** The right to decide such documents; null where there are none yet. */
  readonly right: string | null
  readonly past: Past | null
  readonly hidesFigures: boolean
}

interface Past {
  readonly no: string
  readonly version: number
  readonly steps: readonly RouteStep[]
  readonly acts: readonly {
    readonly step: number
    readonly account: string
    readonly zh: string
    readonly en: string
  }[]
}

interface PastRow {
  readonly document_id: string
  readonly round: number
  readonly scope_id: number
  readonly organisation: string
  readonly drafter_id: number
  readonly template_version: number
  readonly variables: Variables
  readonly steps: readonly RouteStep[]
}

function pastOf(table: string) {
  return prepared<PastRow>(
    `approval-routes.past-${table}`,
    `select i.document_id, i.round, d.scope_id, o.code as organisation, i.drafter_id, i.template_version, i.variables, i.steps
     from ${table} d join organisation o on o.id = d.scope_id
     left join lateral (select * from approval_instance where document_id = d.id order by round desc limit 1) i on true
     where d.no = $1`,
  )
}

const actsOfPast = prepared<Past['acts'][number]>(
  'approval-routes.past-acts',
  `select a.step, u.account, u.name_zh as zh, u.name_en as en from approval_act a join app_user u on u.id = a.actor_id
   where a.document_id = $1 and a.round = $2 and a.act in ('agree', 'reject') and a.step is not null order by a.id`,
)

const drafterOf = prepared<{ id: number; roles: readonly string[] }>(
  'approval-routes.example-drafter',
  `select u.id, array(select distinct r.role_code from user_role r where r.user_id = u.id order by 1) as roles
   from app_user u where u.account = $1`,
)

const organisationOf = prepared<{ code: string }>(
  'approval-routes.organisation',
  'select code from organisation where code = $1',
)

function rightOf({ definition }: ServerDocument): string | null {
  return definition.actions['approve']?.right ?? null
}

/** A past document by number: its variables then, and its outcome. */
export async function pastTrial(
  tx: Tx,
  { principal }: RequestContext,
  documents: readonly ServerDocument[],
  no: string,
): Promise<Trial> {
  for (const document of documents) {
    const row = await tx.first(withinLimits(document.definition, principal, pastOf(document.definition.table)(no)))
    if (!row || !inScope(principal.scope, row.scope_id)) continue
    if (row.document_id === null) throw new Refused(approvalRoutesErrors.neverSubmitted({}, { field: 'no' }))
    const acts = await tx.rows(actsOfPast(row.document_id, row.round))
    return {
      organisation: row.organisation,
      drafterId: row.drafter_id,
      variables: row.variables,
      ...namedBy(row.steps),
      documentType: document.definition.name,
      right: rightOf(document),
      past: { no, version: row.template_version, steps: row.steps, acts },
      hidesFigures: !mayAt(principal, document.definition.viewRight, row.scope_id),
    }
  }
  throw new Refused(approvalRoutesErrors.documentUnknown({}, { field: 'no' }))
}

/** Organisations and accounts that the document named then. */
function namedBy(steps: readonly RouteStep[]): Pick<Trial, 'organisations' | 'people'> {
  const places = steps.flatMap(({ who, where }) => ('of' in who && who.of && where ? [[who.of, where] as const] : []))
  const people = steps.flatMap(({ who, accounts }) =>
    'computed' in who && accounts ? [[who.computed, accounts] as const] : [],
  )
  return { organisations: Object.fromEntries(places), people: Object.fromEntries(people) }
}

export interface Example {
  readonly organisation: string
  readonly drafter: string
  readonly amount: string | null
  readonly currency: string | null
  readonly year: number
  readonly values: Readonly<Record<string, string | number | boolean>>
}

/** A fictitious document: omitted variables are false, empty, or the first of their options. */
export async function exampleTrial(
  tx: Tx,
  code: string,
  documents: readonly ServerDocument[],
  steps: readonly TemplateStep[],
  example: Example,
): Promise<Trial> {
  const [drafter, organisation, authority] = await Promise.all([
    tx.first(drafterOf(example.drafter)),
    tx.first(organisationOf(example.organisation)),
    tx.first(authorityInForce(example.currency, example.year)),
  ])
  const known = required(drafter, approvalRoutesErrors.drafterUnknown({}, { field: 'drafter' }))
  if (!organisation)
    throw new Refused(
      approvalRoutesErrors.unknownOrganisation({ name: example.organisation }, { field: 'organisation' }),
    )
  const type = typeOf(code)
  const own: Variables = { ...sampleOf(type?.variables ?? {}, false), ...example.values, drafterRoles: known.roles }
  const [document] = documents
  return {
    organisation: organisation.code,
    drafterId: known.id,
    variables: withAuthority(own, { amount: example.amount, currency: example.currency }, authority, steps),
    // In an example giver and receiver are the same organisation.
    organisations: Object.fromEntries((type?.organisations ?? []).map((name) => [name, organisation.code])),
    people: {},
    documentType: document?.definition.name ?? code,
    right: document ? rightOf(document) : null,
    past: null,
    hidesFigures: false,
  }
}

/** The people whom a route would ask about a document, compared with the real outcome. Nothing is written. */
export async function simulate(
  tx: Tx,
  context: RequestContext,
  steps: readonly TemplateStep[],
  trial: Trial,
): Promise<Simulation> {
  const { language, now } = context
  const { organisation, drafterId, organisations, people, documentType, right, past } = trial
  const request: PeopleRequest = { steps, organisation, drafterId, organisations, people, now, documentType, right }
  const found: FoundPeople = readPeople(await tx.rows(peopleStatement(request)), steps, request)
  const { steps: resolved, refusals } = resolveRoute({
    template: steps,
    variables: trial.variables,
    found: found.steps,
    administrators: found.administrators,
    drafterId,
    language,
  })
  return {
    documentNo: past?.no ?? null,
    realVersion: past?.version ?? null,
    steps: compared(passedOver(resolved), past, context),
    variables: Object.entries(trial.variables).map(([name, value]) => ({
      name,
      value: trial.hidesFigures && !HARMLESS.has(name) ? null : Array.isArray(value) ? value.join(', ') : String(value),
    })),
    refusals: refusals.map((refusal) => refusalText(language, refusal)),
  }
}

/**
 * Variables shown to people who may not view the document: kinds, flags and the band, which determines the levels.
 * Unlisted ones are hidden, so that a new variable cannot reveal an amount, rate, margin or change by oversight.
 */
const HARMLESS: ReadonlySet<string> = new Set([
  'band',
  'bandNo',
  'levels',
  'levelsBelow',
  'bandVersion',
  'reportingCurrency',
  'rateYear',
  'drafterRoles',
  'applyType',
  'productClass',
  'currency',
  'reason',
  'category',
  'contractType',
  'thirdPartyPayer',
  'transferType',
  'crossRegion',
  'funding',
  'schemeType',
  'payoutType',
  'recovery',
  'closedPeriod',
  'writeOff',
  'retro',
])

/** A person alone in a step has acted by the time a later step asks for them alone. */
function passedOver(steps: readonly RouteStep[]): readonly RouteStep[] {
  const acted = new Set<number>()
  return steps.map((step) => {
    if (step.status !== 'future' || step.people.length === 0) return step
    if (step.people.every(({ id }) => acted.has(id))) return { ...step, status: 'skipped', skip: 'acted' }
    const isSure = step.people.length === 1 || step.mode === 'all' || step.mode === 'sequential'
    if (isSure) for (const { id } of step.people) acted.add(id)
    return step
  })
}

function compared(steps: readonly RouteStep[], past: Past | null, context: RequestContext): readonly SimulatedStep[] {
  const { language } = context
  const personView = (person: { account: string; name: { zh: string; en: string } }) => ({
    account: person.account,
    name: person.name[language],
  })
  const view = (step: RouteStep, real: SimulatedStep['real'], change: SimulatedStep['change']): SimulatedStep => ({
    key: step.key,
    name: step.name[language],
    rule: step.rule?.[language] ?? null,
    mode: step.mode,
    share: step.share ?? null,
    group: step.group ?? null,
    condition: step.when ?? null,
    skipReason: step.skip ?? null,
    people: step.people.map(personView),
    real,
    change,
  })
  if (!past) return steps.map((step) => view(step, null, null))
  const realOf = (index: number): SimulatedStep['real'] => {
    const step = past.steps[index]
    if (!step) return null
    const acts = past.acts.filter((act) => act.step === index)
    const people =
      acts.length > 0 ? acts.map((act) => ({ account: act.account, name: act[language] })) : step.people.map(personView)
    return { isNeeded: step.status !== 'skipped', people: uniqueBy(people, ({ account }) => account) }
  }
  const known = steps.map((step) => {
    const index = past.steps.findIndex(({ key }) => key === step.key)
    const real = realOf(index)
    return view(step, real, changeOf(step, past.steps[index], real))
  })
  const gone = past.steps.flatMap((step, index) =>
    steps.some(({ key }) => key === step.key)
      ? []
      : [view({ ...step, people: [] }, realOf(index), step.status === 'skipped' ? 'same' : 'removed')],
  )
  return [...known, ...gone]
}

function changeOf(
  step: RouteStep,
  before: RouteStep | undefined,
  real: SimulatedStep['real'],
): SimulatedStep['change'] {
  const isNeeded = step.status !== 'skipped'
  if (!before || !real) return isNeeded ? 'added' : 'same'
  if (isNeeded !== real.isNeeded) return isNeeded ? 'needed' : 'notNeeded'
  if (!isNeeded) return 'same'
  // Those who acted count as possible people; the difference is people who could not have acted.
  const able = new Set(step.people.map(({ account }) => account))
  return real.people.every(({ account }) => able.has(account)) ? 'same' : 'people'
}

function uniqueBy<T>(list: readonly T[], key: (item: T) => string): readonly T[] {
  return [...new Map(list.map((item) => [key(item), item])).values()]
}
