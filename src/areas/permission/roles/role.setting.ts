import { menuLabel } from '#kernel/base/i18n/texts.ts'
import Type, { type Static } from 'typebox'
import { knownPermissions } from '#kernel/platform/access/known-permissions.ts'
import { inScope, type RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { isPlain } from '#kernel/base/i18n/plain-text.ts'
import { newestOfKind } from '#kernel/engine/setting/setting.queries.ts'
import type { Setting } from '#kernel/engine/setting/setting.ts'
import { twoPeopleErrors } from '#kernel/engine/setting/two-people.errors.ts'
import { conflictsOfRole } from '../duties/segregation-rules.rules.ts'
import { permissionErrors } from '../permission.errors.ts'
import type { SegregationRulesContent, SegregationRule, RoleContent } from '../permission-wire.ts'
import { deliveredSegregationRules } from './delivered.server.ts'
import { type Directory, holdingOf, namesOf, readDirectory, SUPER_ADMIN } from '../people/directory.server.ts'
import { addRights, dropRights, heldByHoldersOf, rolesWithRights, writeRole } from '../people/directory.queries.ts'
import { type PlannedAccess, refusedConflicts, dryRunOf } from '../dry-run/dry-run.server.ts'
import { settleRequests } from '../requests/settle-requests.server.ts'
import { notifyOfRole } from '../people/tell-change.server.ts'
import { insertWith, versionsWith } from '../version-history.server.ts'

const MAX_NAME = 60
const CODE = /^[A-Za-z][A-Za-z0-9]{1,39}$/

export const roleContent = Type.Object(
  {
    nameZh: Type.String({ maxLength: 200 }),
    nameEn: Type.String({ maxLength: 200 }),
    rights: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 5000 }),
  },
  { additionalProperties: false },
)

export async function segregationRulesInForce(tx: Tx): Promise<readonly SegregationRule[]> {
  const [newest] = await tx.rows(newestOfKind('segregationRules'))
  return ((newest?.content as SegregationRulesContent | undefined) ?? deliveredSegregationRules).segregationRules
}

/** Roles and their holders together determine a person's rights, so they are published one after the other. */
export const TURN = 'permission'

async function planned(tx: Tx, context: RequestContext, directory: Directory, key: string, content: RoleContent) {
  // An administrator of a part of the company sees the effect there.
  const rows = (await tx.rows(heldByHoldersOf(key))).filter((row) =>
    inScope(context.principal.scope, row.organisation_id),
  )
  const holdings = rows.map(holdingOf)
  const plan: PlannedAccess = {
    before: { holdings, rightsOf: directory.rightsOf },
    after: { holdings, rightsOf: new Map([...directory.rightsOf, [key, new Set(content.rights)]]) },
    people: namesOf(context.language, rows),
    segregationRules: await segregationRulesInForce(tx),
  }
  return plan
}

async function check(tx: Tx, context: RequestContext, key: string, content: RoleContent): Promise<readonly Refusal[]> {
  const problems: Refusal[] = []
  const { nameZh, nameEn, rights } = content
  if (nameZh === '' || nameEn === '') problems.push(permissionErrors.bothNames({}, { field: 'name' }))
  if (nameZh.length > MAX_NAME || nameEn.length > MAX_NAME)
    problems.push(permissionErrors.tooLong({ max: MAX_NAME }, { field: 'name' }))
  if (![nameZh, nameEn].every(isPlain)) problems.push(permissionErrors.notPlain({}, { field: 'name' }))
  const rows = await tx.rows(rolesWithRights())
  const same = rows.find((row) => row.code !== key && (row.name_zh === nameZh || row.name_en === nameEn))
  if (same) problems.push(permissionErrors.nameTaken({ role: same.code }, { field: 'name' }))
  const held = new Set(rows.find((row) => row.code === key)?.rights)
  const known = knownPermissions().rights
  // A right whose area no longer exists may stay, but is not granted anew.
  const unknown = rights.filter((code) => !(code in known) && !held.has(code))
  problems.push(...unknown.map((code) => permissionErrors.unknownRight({ code }, { field: 'rights' })))
  const directory = await readDirectory(tx, context.language)
  const plan = await planned(tx, context, directory, key, content)
  const before = conflictsOfRole(held, plan.segregationRules)
  const refused = conflictsOfRole(new Set(rights), plan.segregationRules).filter(
    (segregationRule) => segregationRule.effect === 'refuse' && !before.includes(segregationRule),
  )
  const nameOf = (segregationRule: SegregationRule) =>
    context.language === 'zh' ? segregationRule.nameZh : segregationRule.nameEn
  problems.push(
    ...refused.map((segregationRule) =>
      permissionErrors.segregationRuleRefused(
        { segregationRule: nameOf(segregationRule), person: context.language === 'zh' ? nameZh : nameEn },
        { field: 'rights' },
      ),
    ),
  )
  const people = refusedConflicts(directory, plan).filter(
    ({ segregationRule }) => !refused.some(({ code }) => code === segregationRule),
  )
  problems.push(
    ...people.slice(0, 20).map(({ segregationRule, person }) => {
      const of = plan.segregationRules.find(({ code }) => code === segregationRule)
      return permissionErrors.segregationRuleRefused(
        { segregationRule: of ? nameOf(of) : segregationRule, person },
        { field: 'rights' },
      )
    }),
  )
  return problems
}

/** Names and rights of a role; its menu entries and buttons follow from the rights. */
export const roleSetting: Setting<RoleContent> = {
  kind: 'role',
  called: {
    title: (language) => menuLabel(language, 'permission_roles'),
    name: (language, _key, { nameZh, nameEn }) => (language === 'zh' ? nameZh : nameEn),
    page: (key) => `/system/roles/edit?code=${encodeURIComponent(key)}`,
  },
  audited: 'role',
  rights: { view: 'permission.role.view', edit: 'permission.role.edit', publish: 'permission.role.publish' },
  key: Type.String({ pattern: CODE.source }),
  content: roleContent,
  turn: TURN,
  tidy(content) {
    const { nameZh, nameEn, rights } = content as Static<typeof roleContent>
    return { nameZh: nameZh.trim(), nameEn: nameEn.trim(), rights: [...new Set(rights)].toSorted() }
  },
  known(_tx, key) {
    if (!CODE.test(key)) throw new Refused(twoPeopleErrors.unknown())
  },
  async versions(tx, key) {
    const row = (await tx.rows(rolesWithRights())).find(({ code }) => code === key)
    const live = row ? { nameZh: row.name_zh, nameEn: row.name_en, rights: [...row.rights].toSorted() } : null
    return await versionsWith(tx, 'role', key, live)
  },
  check,
  async guard(_tx, context, _act, key) {
    if (key === SUPER_ADMIN) throw new Refused(permissionErrors.superAdminFixed())
    if (context.principal.roles.includes(key)) throw new Refused(permissionErrors.ownRole({ role: key }))
  },
  insert: (version) => insertWith('role', version),
  async published(tx, { key, content, before }, _requestId, context) {
    await tx.run(writeRole(key, content.nameZh, content.nameEn))
    await tx.run(dropRights(key, content.rights))
    await tx.run(addRights(key, content.rights))
    await notifyOfRole(tx, context, key, before, content)
    await settleRequests(tx, context, { role: key })
  },
  async performDryRun(tx, context, key, content) {
    const directory = await readDirectory(tx, context.language)
    return dryRunOf(context.language, directory, await planned(tx, context, directory, key, content))
  },
}
