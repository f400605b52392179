import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import {
  inScope,
  may,
  type Principal,
  type RequestContext,
  requireRight,
  scopeOf,
} from '#kernel/platform/access/principal.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import { changesOf } from '#kernel/platform/audit/call-entry.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { personSchema } from '#kernel/engine/document/routes/document-schemas.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import type { Reader } from '#kernel/platform/exports/list-export.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { absenceErrors } from './absence.errors.ts'
import {
  absenceById,
  absenceOptions,
  absencePage,
  type AbsenceRow,
  currencyByCode,
  insertAbsence,
  oneAtATime,
  organisationByCode,
  revokeAbsence,
  standingAbsences,
  userByAccount,
} from './absence.queries.ts'
import { type Absence, checkAbsence, checkAgainst, type DecidedType, HOLDS_TASKS } from './absence.rules.ts'
import { decidedFor, decidedSpan, decidedWire } from './decided-for.ts'

const ADMINISTERS = 'approval.administer'
/** The right to view everybody's absences. */
const OVERSEES = 'approval.oversee'
const named = Type.Object({ code: Type.String(), name: Type.String() })
const instant = Type.String({ format: 'date-time' })

const absenceSchema = Type.Object({
  id: Type.String(),
  principal: personSchema,
  substitute: personSchema,
  documentTypes: nullable(Type.Array(named)),
  organisation: nullable(named),
  amountLimit: nullable(Type.String()),
  currency: nullable(Type.String()),
  startsAt: Type.String(),
  endsAt: Type.String(),
  reason: nullable(Type.String()),
  state: Type.Union([Type.Literal('planned'), Type.Literal('active'), Type.Literal('over'), Type.Literal('revoked')]),
  createdBy: personSchema,
  openTasks: Type.Integer({ description: 'what the substitute holds in the principal’s place now' }),
})

export function absenceRoutes(documents: readonly ServerDocument[]): Route[] {
  return [pageRoute(documents), saveRoute(documents), revokeRoute(), optionsRoute(documents), decidedRoute(documents)]
}

/** Types of document that a person decides on. */
function decidedTypes(documents: readonly ServerDocument[]): DecidedType[] {
  return documents.flatMap(({ definition }) => {
    const right = definition.actions['approve']?.right
    return right === undefined ? [] : [{ name: definition.name, right }]
  })
}

function typeLabel(documents: readonly ServerDocument[], { language }: Pick<RequestContext, 'language'>, name: string) {
  const definition = documents.find((document) => document.definition.name === name)?.definition
  return definition ? textAt(language, `${definition.area}.documents.${name}.label`) : name
}

function stateOf(row: AbsenceRow, now: Date): 'planned' | 'active' | 'over' | 'revoked' {
  if (row.revoked_at) return 'revoked'
  if (row.ends_at <= now) return 'over'
  return row.starts_at > now ? 'planned' : 'active'
}

function pageRoute(documents: readonly ServerDocument[]): Route {
  return defineRoute({
    method: 'POST',
    path: '/aps/bpm/absence/queryPage',
    right: HOLDS_TASKS,
    summary: 'Absences: one’s own, those in which one stands in, or (administrators) everybody’s',
    mode: 'read',
    body: Type.Object({
      whose: Type.Optional(Type.Union([Type.Literal('mine'), Type.Literal('substitute'), Type.Literal('all')])),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    }),
    data: Type.Object({ records: Type.Array(absenceSchema), recordTotal: Type.Integer() }),
    async handler(tx, context, { body }) {
      const { whose = 'mine', page = 1, limit = 20 } = body
      if (whose === 'all') requireRight(context.principal, OVERSEES)
      const rows = await tx.rows(absencePage[whose](context.principal.userId, context.now, limit, (page - 1) * limit))
      const records = rows.map((row) => absenceWire(context, documents, row))
      return { recordTotal: rows[0]?.total ?? 0, records }
    },
  })
}

/** An absence in wire form. */
export function absenceWire(
  { language, now, principal }: Reader,
  documents: readonly ServerDocument[],
  row: AbsenceRow,
) {
  const person = (account: string, zh: string, en: string) => ({ account, name: language === 'zh' ? zh : en })
  return {
    id: row.id,
    principal: person(row.principal_account, row.principal_zh, row.principal_en),
    substitute: person(row.substitute_account, row.substitute_zh, row.substitute_en),
    documentTypes:
      row.document_types?.map((code) => ({ code, name: typeLabel(documents, { language }, code) })) ?? null,
    organisation:
      row.organisation_code === null
        ? null
        : { code: row.organisation_code, name: (language === 'zh' ? row.organisation_zh : row.organisation_en) ?? '' },
    amountLimit: row.amount_limit,
    currency: row.currency,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    // The reason for an absence is private.
    reason: principal.viewer ? '' : row.reason,
    state: stateOf(row, now),
    createdBy: person(row.created_by_account, row.created_by_zh, row.created_by_en),
    openTasks: row.open_tasks,
  }
}

const saveBody = Type.Object({
  account: Type.Optional(Type.String({ maxLength: 64, description: 'who is away; administrators only, else oneself' })),
  substitute: Type.String({ maxLength: 64, description: 'account of who stands in' }),
  documentTypes: Type.Optional(nullable(Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 100 }))),
  organisation: Type.Optional(nullable(Type.String({ maxLength: 32 }))),
  amountLimit: Type.Optional(nullable(Type.String({ maxLength: 32, description: 'decimal text; up to and with it' }))),
  currency: Type.Optional(nullable(Type.String({ maxLength: 3 }))),
  startsAt: instant,
  endsAt: instant,
  reason: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
})

function saveRoute(documents: readonly ServerDocument[]): Route {
  return defineRoute({
    method: 'POST',
    path: '/aps/bpm/absence/save',
    right: HOLDS_TASKS,
    summary: 'Say who stands in while one is away: in which matters, where, up to which amount, for how long',
    mode: 'write',
    body: saveBody,
    data: Type.Object({ id: Type.String() }),
    async handler(tx, context, { body }) {
      await tx.run(oneAtATime())
      const principal = await principalOf(tx, context, body.account)
      const substitute = await personOf(tx, context, body.substitute, 'substitute')
      const organisation = body.organisation ? await tx.first(organisationByCode(body.organisation)) : null
      if (organisation === undefined || (organisation && !inScope(scopeOf(principal, HOLDS_TASKS), organisation.id)))
        throw new Refused(
          absenceErrors.organisationUnknown({ organisation: body.organisation ?? '' }, { field: 'organisation' }),
        )
      if (body.currency && !(await tx.first(currencyByCode(body.currency))))
        throw new Refused(absenceErrors.currencyUnknown({ currency: body.currency }, { field: 'currency' }))
      const absence: Absence = {
        principal,
        substitute,
        types: body.documentTypes ?? null,
        organisationId: organisation?.id ?? null,
        amountLimit: body.amountLimit || null,
        currency: body.currency || null,
        startsAt: new Date(body.startsAt),
        endsAt: new Date(body.endsAt),
      }
      const refusals = checkAbsence(absence, decidedTypes(documents), context.now)
      if (refusals.length > 0) throw new Refused(refusals)
      await refuseCollisions(tx, context, absence, organisation?.within ?? null)
      const row = await tx.first(
        insertAbsence(
          principal.userId,
          substitute.userId,
          absence.types,
          absence.organisationId,
          absence.amountLimit,
          absence.currency,
          absence.startsAt,
          absence.endsAt,
          body.reason?.trim() || null,
          context.principal.userId,
          context.now,
        ),
      )
      const subject = `${principal.account} → ${substitute.account}`
      context.note?.({ type: 'absence', subject, changes: changesOf({}, body) })
      return { id: row!.id }
    },
  })
}

async function principalOf(tx: Tx, context: RequestContext, account: string | undefined): Promise<Principal> {
  if (!account || account === context.principal.account) return context.principal
  requireRight(context.principal, ADMINISTERS)
  return personOf(tx, context, account, 'account')
}

async function personOf(tx: Tx, { language }: RequestContext, account: string, field: string): Promise<Principal> {
  const user = await tx.first(userByAccount(account.trim()))
  const person = user && (await principalOfUser(tx, user.id, language))
  return required(person, absenceErrors.personUnknown({ account }, { field }))
}

async function refuseCollisions(
  tx: Tx,
  { language }: RequestContext,
  absence: Absence,
  within: readonly number[] | null,
): Promise<void> {
  const rows = await tx.rows(standingAbsences(absence.startsAt, absence.endsAt))
  const collisions = checkAgainst(
    {
      principalId: absence.principal.userId,
      substituteId: absence.substitute.userId,
      principalName: absence.principal.name,
      substituteName: absence.substitute.name,
      types: absence.types,
      within,
      startsAt: absence.startsAt,
      endsAt: absence.endsAt,
    },
    rows.map((row) => ({
      principalId: row.principal_id,
      substituteId: row.substitute_id,
      types: row.document_types,
      within: row.within,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      principalName: row.principal_name[language],
      substituteName: row.substitute_name[language],
    })),
  )
  if (collisions.length > 0) throw new Refused(collisions)
}

function revokeRoute(): Route {
  return defineRoute({
    method: 'POST',
    path: '/aps/bpm/absence/revoke',
    right: HOLDS_TASKS,
    summary: 'End an absence, or one that was to come: what the substitute has not acted on comes back',
    mode: 'write',
    body: Type.Object({ id: Type.String({ pattern: '^[0-9]{1,18}$' }) }),
    data: Type.Object({ revokedAt: Type.String() }),
    async handler(tx, context, { body }) {
      const { principal, now } = context
      const row = required(await tx.first(absenceById(body.id)), absenceErrors.notFound())
      if (row.principal_id !== principal.userId && !may(principal, ADMINISTERS))
        throw new Refused(absenceErrors.notFound())
      if (row.revoked_at || row.ends_at <= now) throw new Refused(absenceErrors.alreadyOver())
      await tx.run(revokeAbsence(row.id, now, principal.userId))
      const subject = `${row.principal_account} → ${row.substitute_account}`
      context.note?.({ type: 'absence', subject, changes: { endsAt: [row.ends_at.toISOString(), now.toISOString()] } })
      return { revokedAt: now.toISOString() }
    },
  })
}

function optionsRoute(documents: readonly ServerDocument[]): Route {
  return defineRoute({
    method: 'GET',
    path: '/aps/bpm/absence/options',
    right: HOLDS_TASKS,
    summary: 'What an absence may be limited to: types the caller decides on, organisations, currencies',
    mode: 'read',
    data: Type.Object({
      documentTypes: Type.Array(named),
      organisations: Type.Array(named),
      currencies: Type.Array(Type.String()),
      administers: Type.Boolean(),
      oversees: Type.Boolean(),
    }),
    async handler(tx, context) {
      const { principal, language } = context
      const rows = await tx.rows(absenceOptions(principal.scope === 'all' ? null : principal.scope))
      const administers = may(principal, ADMINISTERS)
      return {
        documentTypes: decidedTypes(documents)
          .filter(({ right }) => administers || may(principal, right))
          .map(({ name }) => ({ code: name, name: typeLabel(documents, context, name) })),
        organisations: rows
          .filter(({ kind }) => kind === 'organisation')
          .map((row) => ({ code: row.code, name: row[language] })),
        currencies: rows.filter(({ kind }) => kind === 'currency').map(({ code }) => code),
        administers,
        oversees: may(principal, OVERSEES),
      }
    },
  })
}

function decidedRoute(documents: readonly ServerDocument[]): Route {
  return defineRoute({
    method: 'POST',
    path: '/aps/bpm/absence/decided',
    right: HOLDS_TASKS,
    summary: 'What was decided in the caller’s place in the last 90 days',
    mode: 'read',
    data: Type.Array(
      Type.Object({
        formInstanceId: Type.String(),
        title: Type.String(),
        no: Type.String(),
        substitute: personSchema,
        decision: Type.String(),
        opinion: nullable(Type.String()),
        at: Type.String(),
        url: Type.String(),
        mobileUrl: Type.String(),
      }),
    ),
    async handler(tx, context) {
      const rows = await decidedFor(tx, context.principal.userId, ...decidedSpan(context.now), 50)
      return Promise.all(rows.map((row) => decidedWire(tx, context, documents, row)))
    },
  })
}
