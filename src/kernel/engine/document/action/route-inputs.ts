import {
  type AskedAmount,
  authorityInForce,
  type AuthorityRow,
  withAuthority,
} from '#kernel/engine/approval/authority.ts'
import type { PeopleRequest } from '#kernel/engine/approval/people.ts'
import type { TemplateRow } from '#kernel/engine/approval/store.ts'
import { yearIn } from '#kernel/base/clock/zone-day.ts'
import type { ActionRequest } from './action-reads.ts'
import type { Content } from '#kernel/engine/definition/definition.ts'
import type { AnyDocument } from '../server-document.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'

// The inputs that a route is resolved from, for a submit and for its preview.

export interface RouteInputs extends Pick<ActionRequest, 'definition' | 'document' | 'content' | 'context' | 'now'> {
  readonly command: Pick<ActionRequest['command'], 'chosen'>
}

/** The people of a document's route, and the document's variables. */
export function startPeople(
  { definition, document, content, command, context, now }: RouteInputs,
  code: string,
): PeopleRequest {
  return {
    templateCode: code,
    organisation: document.organisationOf(content),
    drafterId: context.principal.userId,
    organisations: document.organisations?.(content) ?? {},
    people: document.people?.(content) ?? {},
    concerned: document.concerned?.(content) ?? [],
    chosen: command.chosen ?? {},
    now,
    documentType: definition.name,
    right: definition.actions['approve']?.right ?? null,
  }
}

/** The rate that converts the amount: the document's currency, in its year, or in the current one where it has none. */
function rateOf({
  definition,
  content,
  context: { principal },
  now,
}: Pick<RouteInputs, 'definition' | 'content' | 'context' | 'now'>): readonly [currency: string | null, year: number] {
  const { currency } = viewOf(definition)
  const header = content?.header as Readonly<Record<string, unknown>> | undefined
  const year = header?.['year']
  const code = currency === null ? null : header?.[currency]
  return [typeof code === 'string' ? code : null, typeof year === 'number' ? year : yearIn(principal.timezone, now)]
}

/** The delegation of authority in force, with the rate that converts the document's amount. */
export function authorityOf(inputs: Pick<RouteInputs, 'definition' | 'content' | 'context' | 'now'>) {
  return authorityInForce(...rateOf(inputs))
}

/** The document's own route variables, and its band. */
export function routeVariables(
  { definition, document, context }: Pick<RouteInputs, 'definition' | 'document' | 'context'>,
  authority: AuthorityRow | undefined,
  template: TemplateRow | undefined,
  content: Content<AnyDocument>,
  header: Readonly<Record<string, unknown>>,
  computed: Partial<Record<string, string | number | null>>,
  facts: unknown,
  /** Values that a preview assumes in place of the document's own. */
  supposed: Readonly<Record<string, boolean>> = {},
) {
  // A level that the drafter holds themselves moves up: a route may ask for it.
  const own = { ...document.variables(content, computed, facts), ...supposed, drafterRoles: context.principal.roles }
  const asked = askedAmount(definition, header)
  const amount = document.bandAmount?.(content) ?? asked.amount
  return withAuthority(own, { ...asked, amount }, authority, template?.steps ?? [])
}

/** The total that its bands refer to, as the definition's view names it; a binding may return a larger one. */
function askedAmount(definition: AnyDocument, header: Readonly<Record<string, unknown>>): AskedAmount {
  const { amount, currency } = viewOf(definition)
  const text = (field: string | null): string | null => {
    const value = field === null ? null : header[field]
    return typeof value === 'string' ? value : null
  }
  return { amount: text(amount), currency: text(currency) }
}
