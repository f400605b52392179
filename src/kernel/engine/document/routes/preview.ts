import {
  atPlace,
  inScope,
  narrowed,
  type RequestContext,
  requireRight,
  type Scope,
  scopeOf,
} from '#kernel/platform/access/principal.ts'
import type { RoutePreview, StepView } from '#kernel/engine/approval/approval-wire.ts'
import { type PeopleRequest, readPeople, peopleStatement } from '#kernel/engine/approval/people.ts'
import { type Approver, resolveRoute } from '#kernel/engine/approval/approval-route.ts'
import { activeTemplate } from '#kernel/engine/approval/store.ts'
import { likelyFinish, usualTimes } from '#kernel/engine/approval/usual-times.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type Refusal, Refused, required } from '#kernel/base/errors/errors.ts'
import { approvalErrors, documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { type RawContent, readContent } from '#kernel/engine/definition/content.ts'
import { limitsOf } from '../action/line-limit.ts'
import { namesOnlyOwn } from '../document-limits.ts'
import { authorityOf, type RouteInputs, routeVariables, startPeople } from '../action/route-inputs.ts'
import type { ServerDocument } from '../server-document.ts'
import { softFacts } from '../action/soft-facts.ts'
import { assumptions, type SupposedStep, supposedRoute, withheldFrom } from './withheld-outcomes.ts'

/**
 * The route that a submit of this content would start now: people, reasons, and obstacles. It uses the same rules and
 * statements, but takes no number, locks nothing and accepts incomplete content.
 */
export async function previewRoute(
  tx: Tx,
  context: RequestContext,
  document: ServerDocument,
  raw: RawContent,
  chosen: Readonly<Record<string, readonly string[]>>,
): Promise<RoutePreview> {
  const { definition } = document
  const [name, action] = required(
    Object.entries(definition.actions).find(([, one]) => one.approval !== undefined),
    documentErrors.notFound(),
  )
  requireRight(context.principal, action.right)
  const { content, refusals: shape } = readContent(definition, raw, limitsOf(definition, raw))
  const inputs: RouteInputs = { definition, document, content, context, now: context.now, command: { chosen } }
  const facts = await softFacts(tx, context, document, name, content, raw)
  const scopeId = document.scopeOf(facts)
  const isHis = scopeId !== null && inScope(scopeOf(context.principal, action.right), scopeId)
  if (!isHis || !namesOnlyOwn(definition, context.principal, content, true))
    throw new Refused(documentErrors.notFound())

  const rules = shape.length > 0 ? shape : document.check(content, facts)
  const asked = startPeople(inputs, action.approval!)
  const { scope } = narrowed(context.principal, action.right)
  const wanted = rules.length === 0 ? asked : await withinSight(tx, context, scope, asked)
  const [templates, people, authority, usual] = await Promise.all([
    tx.rows(activeTemplate(action.approval!)),
    tx.rows(peopleStatement(wanted)),
    tx.first(authorityOf(inputs)),
    usualTimes(tx, action.approval!),
  ])
  const template = required(templates[0], approvalErrors.templateMissing({ template: action.approval! }))
  const found = readPeople(people, template.steps, wanted)
  const computed = document.computed(content, facts)
  const header = { ...content.header, ...computed }
  const withheld = withheldFrom(atPlace(context.principal, scopeId), document)
  const route = supposedRoute(
    assumptions(withheld).map((supposed) =>
      resolveRoute({
        template: template.steps,
        variables: routeVariables(inputs, authority, template, content, header, computed, facts, supposed),
        found: found.steps,
        administrators: found.administrators,
        drafterId: context.principal.userId,
        language: context.language,
      }),
    ),
  )
  const steps = route.steps.map((step) => ({ ...stepView(step, context), usual: usual.get(step.key) ?? null }))
  return {
    templateCode: action.approval!,
    templateName: template[`name_${context.language}`],
    templateVersion: template.version,
    steps,
    chooses: route.steps.flatMap((step) =>
      'chosenBy' in step.who && step.who.chosenBy === 'drafter' && step.skip === undefined
        ? [
            {
              stepKey: step.key,
              stepName: step.name[context.language],
              candidates: (step.candidates ?? []).map((person) => named(person, context)),
            },
          ]
        : [],
    ),
    likelyFinish: likelyFinish(steps, usual, context.now),
    refusals: [...rules, ...route.refusals].map((refusal: Refusal) => refusalText(context.language, refusal)),
  }
}

const organisationsSeen = prepared<{ code: string }>(
  'preview.organisations-seen',
  'select code from organisation where code = any ($1::text[]) and ($2::int[] is null or id = any ($2::int[]))',
)
const accountsSeen = prepared<{ account: string }>(
  'preview.accounts-seen',
  'select account from app_user where account = any ($1::text[]) and ($2::int[] is null or scope_id = any ($2::int[]))',
)

/**
 * The people of a route, from the organisations and people that the reader may see. A submit refuses content that names
 * others; until it is complete its preview must not reveal who works there.
 */
async function withinSight(
  tx: Tx,
  context: RequestContext,
  scope: Scope,
  wanted: PeopleRequest,
): Promise<PeopleRequest> {
  const ids = scope === 'all' ? null : scope
  const codes = [...Object.values(wanted.organisations ?? {}), ...(wanted.organisation ? [wanted.organisation] : [])]
  const accounts = Object.values(wanted.people ?? {}).flat()
  const [places, people] = await Promise.all([
    tx.rows(organisationsSeen(codes, ids)),
    accounts.length > 0 ? tx.rows(accountsSeen(accounts, ids)) : [],
  ])
  const isPlace = (code: string) => places.some((place) => place.code === code)
  const isPerson = (account: string) =>
    account === context.principal.account || people.some((person) => person.account === account)
  return {
    ...wanted,
    organisation: wanted.organisation !== null && isPlace(wanted.organisation) ? wanted.organisation : null,
    organisations: Object.fromEntries(Object.entries(wanted.organisations ?? {}).filter(([, code]) => isPlace(code))),
    people: Object.fromEntries(Object.entries(wanted.people ?? {}).map(([key, each]) => [key, each.filter(isPerson)])),
  }
}

function named({ account, name }: Approver, { language }: Pick<RequestContext, 'language'>) {
  return { account, name: name[language] }
}

function stepView(step: SupposedStep, context: RequestContext): StepView {
  return {
    key: step.key,
    name: step.name[context.language],
    rule: step.rule?.[context.language] ?? null,
    mode: step.mode,
    share: step.share ?? null,
    group: step.group ?? null,
    status: step.status,
    ...(step.mayBeNeeded ? { mayBeNeeded: true as const } : {}),
    skipReason: step.skip ?? null,
    people: step.people.map((person) => named(person, context)),
    tasks: [],
    acts: [],
    usual: null,
  }
}
