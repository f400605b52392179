import { menuLabel } from '#kernel/base/i18n/texts.ts'
import Type, { type Static } from 'typebox'
import { oneOf } from '#kernel/platform/http/wire-schemas.ts'
import { inScope, type RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type Refusal, Refused, required } from '#kernel/base/errors/errors.ts'
import type { Setting } from '#kernel/engine/setting/setting.ts'
import { twoPeopleErrors } from '#kernel/engine/setting/two-people.errors.ts'
import { permissionErrors } from '../permission.errors.ts'
import type { AccessContent, AccessGrant } from '../permission-wire.ts'
import { PLACE_KINDS } from '../place-kinds.ts'
import {
  addCustomers,
  addPlaces,
  addRoles,
  addStores,
  dropCustomers,
  dropPlaces,
  dropRoles,
  dropStores,
  grantsOf,
  heldBy,
  knownLimits,
  limitsOf,
  otherSuperAdmins,
  personByAccount,
  personWithin,
  resolvePlaces,
} from './directory.queries.ts'
import { type Directory, holdingOf, holdingsOf, readDirectory, SUPER_ADMIN } from './directory.server.ts'
import { type PlannedAccess, refusedConflicts, dryRunOf } from '../dry-run/dry-run.server.ts'
import { scopeIds } from './people.server.ts'
import { segregationRulesInForce, TURN } from '../roles/role.setting.ts'
import { settleRequests } from '../requests/settle-requests.server.ts'
import { notifyOfAccess } from './tell-change.server.ts'
import { insertWith, versionsWith } from '../version-history.server.ts'

const code = Type.String({ maxLength: 100 })
export const accessContent = Type.Object(
  {
    grants: Type.Array(
      Type.Object(
        {
          role: code,
          kind: oneOf(PLACE_KINDS),
          code,
        },
        { additionalProperties: false },
      ),
      { maxItems: 2000 },
    ),
    customers: Type.Array(code, { maxItems: 5000 }),
    stores: Type.Array(code, { maxItems: 5000 }),
  },
  { additionalProperties: false },
)

export const grantKey = ({ role, kind, code: at }: AccessGrant): string => `${role} ${kind} ${at}`
const NOTHING: AccessContent = { grants: [], customers: [], stores: [] }
const isEarlier = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function tidy(content: AccessContent): AccessContent {
  const codes = (list: readonly string[]) =>
    [...new Set(list.map((each) => each.trim()).filter((each) => each !== ''))].toSorted()
  const grants = content.grants
    .map(({ role, kind, code: at }): AccessGrant => ({ role: role.trim(), kind, code: at.trim() }))
    .filter((grant) => grant.role !== '' || grant.code !== '')
    .toSorted((a, b) => isEarlier(grantKey(a), grantKey(b)))
  return { grants, customers: codes(content.customers), stores: codes(content.stores) }
}

/** The roles and limits of a person now; null where there is no such account. */
export async function liveAccess(tx: Tx, account: string): Promise<AccessContent | null> {
  const limits = await tx.first(limitsOf(account))
  if (!limits) return null
  const grants = await tx.rows(grantsOf(account))
  return tidy({
    grants: grants.map(({ role_code: role, kind, code: at }) => ({ role, kind, code: at })),
    customers: limits.customers,
    stores: limits.stores,
  })
}

async function current(tx: Tx, account: string): Promise<AccessContent> {
  return required(await liveAccess(tx, account), twoPeopleErrors.unknown())
}

/** A person with roles only elsewhere answers like an unknown one. */
export async function requireWithin(tx: Tx, { principal }: RequestContext, account: string): Promise<void> {
  required(await tx.first(personWithin(account, scopeIds(principal.scope))), twoPeopleErrors.unknown())
}

function isVisible(directory: Directory, { principal }: RequestContext, grant: AccessGrant): boolean {
  return principal.scope === 'all' || directory.organisationsOf(grant).some((id) => inScope(principal.scope, id))
}

async function limitsWithin(tx: Tx, { principal }: RequestContext, { customers, stores }: AccessContent) {
  const known = await tx.first(knownLimits(customers, stores, scopeIds(principal.scope)))
  return { customers: known?.customers ?? [], stores: known?.stores ?? [] }
}

/** For a person who works elsewhere too, only the part in places that the reader administers. */
export async function shownTo(tx: Tx, context: RequestContext, content: AccessContent): Promise<AccessContent> {
  if (context.principal.scope === 'all') return content
  const directory = await readDirectory(tx, context.language)
  const grants = content.grants.filter((grant) => isVisible(directory, context, grant))
  return tidy({ grants, ...(await limitsWithin(tx, context, content)) })
}

/** Places outside of theirs can neither be named nor discovered: such a code answers like an unknown one. */
async function withUnseen(tx: Tx, context: RequestContext, content: AccessContent, base: AccessContent) {
  if (context.principal.scope === 'all') return content
  const directory = await readDirectory(tx, context.language)
  for (const grant of content.grants) {
    const [place] = directory.organisationsOf(grant)
    if (place !== undefined && !isVisible(directory, context, grant))
      throw new Refused(permissionErrors.outsideScope({ place: directory.placeOf(place).name }))
  }
  const within = await limitsWithin(tx, context, content)
  const unknown = (typed: readonly string[], known: readonly string[]) => typed.filter((each) => !known.includes(each))
  const refusals = [
    ...unknown(content.customers, within.customers).map((at) =>
      permissionErrors.unknownCustomer({ code: at }, { field: 'customers' }),
    ),
    ...unknown(content.stores, within.stores).map((at) =>
      permissionErrors.unknownStore({ code: at }, { field: 'stores' }),
    ),
  ]
  if (refusals.length > 0) throw new Refused(refusals)
  const seen = await shownTo(tx, context, base)
  const hidden = base.grants.filter((grant) => !seen.grants.some((each) => grantKey(each) === grantKey(grant)))
  return tidy({
    grants: [...content.grants, ...hidden],
    customers: [...content.customers, ...unknown(base.customers, seen.customers)],
    stores: [...content.stores, ...unknown(base.stores, seen.stores)],
  })
}

function changedGrants(before: AccessContent, after: AccessContent): readonly AccessGrant[] {
  const [old, now] = [new Set(before.grants.map(grantKey)), new Set(after.grants.map(grantKey))]
  return [
    ...after.grants.filter((grant) => !old.has(grantKey(grant))),
    ...before.grants.filter((grant) => !now.has(grantKey(grant))),
  ]
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((each, at) => each === b[at])

async function guard(
  tx: Tx,
  context: RequestContext,
  act: 'edit' | 'publish',
  account: string,
  content: AccessContent,
): Promise<void> {
  const { principal, language } = context
  if (account === principal.account) throw new Refused(permissionErrors.ownAccess())
  const before = await current(tx, account)
  const changed = changedGrants(before, content)
  // Only a super administrator may appoint super administrators.
  if (act === 'publish' && !principal.superAdmin && changed.some(({ role }) => role === SUPER_ADMIN))
    throw new Refused(permissionErrors.superAdminOnly())
  if (principal.scope === 'all') return
  const directory = await readDirectory(tx, language)
  const isLimited = !isSame(before.customers, content.customers) || !isSame(before.stores, content.stores)
  for (const grant of isLimited ? [...changed, ...before.grants] : changed) {
    if (!isVisible(directory, context, grant)) throw new Refused(permissionErrors.elsewhereToo())
    const outside = directory.organisationsOf(grant).find((id) => !inScope(principal.scope, id))
    if (outside !== undefined)
      throw new Refused(permissionErrors.outsideScope({ place: directory.placeOf(outside).name }))
  }
}

async function check(tx: Tx, context: RequestContext, account: string, content: AccessContent) {
  const directory = await readDirectory(tx, context.language)
  const problems: Refusal[] = grantProblems(directory, content.grants)
  // A customer of another region answers like an unknown one; existing limits are no secret.
  const live = await current(tx, account)
  const before = await shownTo(tx, context, live)
  const known = await limitsWithin(tx, context, content)
  const missing = (list: readonly string[], ...of: readonly (readonly string[])[]) =>
    list.filter((each) => !of.some((codes) => codes.includes(each)))
  problems.push(
    ...missing(content.customers, known.customers, before.customers).map((at) =>
      permissionErrors.unknownCustomer({ code: at }, { field: 'customers' }),
    ),
    ...missing(content.stores, known.stores, before.stores).map((at) =>
      permissionErrors.unknownStore({ code: at }, { field: 'stores' }),
    ),
  )
  const isSuper = ({ grants }: AccessContent) => grants.some(({ role }) => role === SUPER_ADMIN)
  if (isSuper(before) && !isSuper(content) && (await tx.first(otherSuperAdmins(account)))?.count === 0)
    problems.push(permissionErrors.lastSuperAdmin({}, { field: 'grants' }))
  // Roles held elsewhere count for segregation rules, whoever may see them.
  const unseen = live.grants.filter((grant) => !isVisible(directory, context, grant))
  const whole = { ...content, grants: [...content.grants, ...unseen] }
  const plan = await planned(tx, context, directory, account, whole)
  problems.push(
    ...refusedConflicts(directory, plan).map(({ segregationRule, person }) => {
      const of = plan.segregationRules.find(({ code: each }) => each === segregationRule)
      const name = (context.language === 'zh' ? of?.nameZh : of?.nameEn) ?? segregationRule
      return permissionErrors.segregationRuleRefused(
        { segregationRule: name, person: plan.people.get(person) ?? person },
        { field: 'grants' },
      )
    }),
  )
  return problems
}

function grantProblems(directory: Directory, grants: readonly AccessGrant[]): Refusal[] {
  const roles = new Set(directory.roles.map((role) => role.code))
  const keys = grants.map(grantKey)
  return grants.flatMap((grant, row): Refusal[] => {
    const { role, kind, code: at } = grant
    if (!roles.has(role)) return [permissionErrors.unknownRole({ role: role || '/' }, { row, field: 'role' })]
    const meant = directory.organisationsOf(grant)
    if (meant.length === 0) return [permissionErrors.unknownPlace({ code: at || '/' }, { row, field: 'code' })]
    if (role === SUPER_ADMIN && (kind !== 'organisation' || meant[0] !== directory.root))
      return [permissionErrors.superAdminAtRoot({}, { row, field: 'code' })]
    if (keys.indexOf(grantKey(grant)) !== row) return [permissionErrors.twice({ code: at }, { row, field: 'code' })]
    return []
  })
}

async function planned(
  tx: Tx,
  { language }: RequestContext,
  directory: Directory,
  account: string,
  content: AccessContent,
): Promise<PlannedAccess> {
  const person = required(await tx.first(personByAccount(account)), twoPeopleErrors.unknown())
  const { rightsOf } = directory
  return {
    before: { holdings: (await tx.rows(heldBy(account))).map(holdingOf), rightsOf },
    after: { holdings: holdingsOf(directory, account, content.grants), rightsOf },
    people: new Map([[account, language === 'zh' ? person.name_zh : person.name_en]]),
    segregationRules: await segregationRulesInForce(tx),
  }
}

/** A person's roles by place, and the customers and stores they are limited to. */
export const accessSetting: Setting<AccessContent> = {
  kind: 'userAccess',
  called: {
    title: (language) => menuLabel(language, 'permission_access'),
    page: (key) => `/system/access/edit?account=${encodeURIComponent(key)}`,
  },
  audited: 'userAccess',
  rights: { view: 'permission.access.view', edit: 'permission.access.edit', publish: 'permission.access.publish' },
  content: accessContent,
  ofPlace: true,
  turn: TURN,
  tidy: (content) => tidy(content as Static<typeof accessContent>),
  known: (tx, account, context) => requireWithin(tx, context, account),
  versions: async (tx, account) => await versionsWith(tx, 'userAccess', account, await liveAccess(tx, account)),
  check,
  shownTo,
  withUnseen,
  guard,
  insert: (version) => insertWith('userAccess', version),
  async published(tx, { key, content, before }, _requestId, context) {
    const person = required(await tx.first(personByAccount(key)), twoPeopleErrors.unknown())
    await writeAccess(tx, person.id, content)
    await notifyOfAccess(tx, context, person.id, before ?? NOTHING, content)
    await settleRequests(tx, context, { userId: person.id })
  },
  async performDryRun(tx, context, account, content) {
    const directory = await readDirectory(tx, context.language)
    const plan = await planned(tx, context, directory, account, content)
    const within = ({ holdings, rightsOf }: PlannedAccess['before']) => ({
      holdings: holdings.filter(({ organisation }) => inScope(context.principal.scope, organisation)),
      rightsOf,
    })
    const { before, after } = plan
    return dryRunOf(context.language, directory, { ...plan, before: within(before), after: within(after) })
  },
}

async function writeAccess(tx: Tx, userId: number, { grants, customers, stores }: AccessContent): Promise<void> {
  const direct = grants.filter(({ kind }) => kind === 'organisation')
  const others = grants.filter(({ kind }) => kind !== 'organisation')
  const roles = direct.map(({ role }) => role)
  const places = direct.map((grant) => grant.code)
  await tx.run(dropRoles(userId, roles, places))
  await tx.run(addRoles(userId, roles, places))
  await tx.run(dropPlaces(userId))
  await tx.run(
    addPlaces(
      userId,
      others.map(({ role }) => role),
      others.map(({ kind }) => kind),
      others.map((grant) => grant.code),
    ),
  )
  await tx.run(resolvePlaces(userId))
  await tx.run(dropCustomers(userId, customers))
  await tx.run(addCustomers(userId, customers))
  await tx.run(dropStores(userId, stores))
  await tx.run(addStores(userId, stores))
}
