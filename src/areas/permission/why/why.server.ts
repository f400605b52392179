import { knownPermissions } from '#kernel/platform/access/known-permissions.ts'
import { isGroup, type ServedEntry, sourceNow } from '#kernel/platform/access/menu-changes.ts'
import { may, mayAt, type Principal, type RequestContext } from '#kernel/platform/access/principal.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { documentAccess, type DocumentAccess } from '#kernel/engine/document/access-explanation.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { permissionErrors } from '../permission.errors.ts'
import type { ConditionView, Named, WhyAnswer } from '../permission-wire.ts'
import { covers } from '../people/places.ts'
import { type Directory, readDirectory, SUPER_ADMIN } from '../people/directory.server.ts'
import { heldBy, type PersonRow } from '../people/directory.queries.ts'
import { rightName } from '../dry-run/dry-run.server.ts'

export interface Question {
  readonly kind: 'page' | 'right' | 'document'
  /** Address of a page, code of a right, number of a document. */
  readonly target: string
  /** Code of an organisation where it is needed; by default anywhere. */
  readonly place?: string | undefined
}

interface Asking {
  readonly tx: Tx
  readonly context: RequestContext
  readonly directory: Directory
  readonly person: PersonRow
  /** Null for an account that may not sign in. */
  readonly principal: Principal | null
  readonly place: string | undefined
}

type Condition = readonly [key: string, isMet: boolean | null, params?: Readonly<Record<string, string>>]

function conditionView(language: Language, [key, isMet, params = {}]: Condition): ConditionView {
  const said = isMet === null ? 'unasked' : isMet ? 'yes' : 'no'
  const at = (part: string) => textAt(language, `permission.why.${key}.${part}`)
  const reason = isMet === null ? textAt(language, 'permission.words.unasked') : at(said)
  return { key, isMet, title: interpolate(at('title'), params), reason: interpolate(reason, params) }
}

/** Every condition between a person and a page, a right or a document, in the order of checks. */
export async function whyNot(
  tx: Tx,
  context: RequestContext,
  person: PersonRow,
  question: Question,
  documents: readonly AnyDocument[],
): Promise<WhyAnswer> {
  const { language } = context
  const principal = person.status === 'active' ? await principalOfUser(tx, person.id, language) : null
  const directory = await readDirectory(tx, language)
  const asking: Asking = { tx, context, directory, person, principal, place: question.place }
  const base: Condition[] = [
    ['active', principal !== null],
    ['role', principal ? principal.roles.length > 0 : null],
  ]
  const answer =
    question.kind === 'page'
      ? await pageConditions(asking, question.target)
      : question.kind === 'right'
        ? await rightConditions(asking, question.target)
        : await documentConditions(asking, question.target, documents)
  const conditions = [...base, ...answer.conditions].map((condition) => conditionView(language, condition))
  const isAllowed = conditions.every(({ isMet }) => isMet === true)
  return {
    person: { account: person.account, name: language === 'zh' ? person.name_zh : person.name_en },
    subject: answer.subject,
    isAllowed,
    conditions,
    rights: answer.rights.map((code) => ({ ...rightName(language, code), roles: rolesWith(directory, code) })),
    actions: answer.actions ?? [],
  }
}

interface Answer {
  readonly subject: string
  readonly conditions: readonly Condition[]
  readonly rights: readonly string[]
  readonly actions?: WhyAnswer['actions']
}

/** The roles to request: super administrator is not suggested for one page. */
function rolesWith(directory: Directory, right: string): readonly Named[] {
  return directory.roles
    .filter(({ code, rights }) => code !== SUPER_ADMIN && rights.includes(right))
    .map(({ code, name }) => ({ code, name }))
}

async function pageConditions(asking: Asking, target: string): Promise<Answer> {
  const { tx, context } = asking
  const { menu } = await sourceNow(tx, knownPermissions())
  const path = target.split(/[?#]/, 1)[0] ?? ''
  const page = menu.find((entry: ServedEntry) => !isGroup(entry) && (entry.url === path || entry.code === target))
  if (!page) throw new Refused(permissionErrors.subjectUnknown({}, { field: 'target' }))
  const name = context.language === 'zh' ? page.name : page.nameEn
  return {
    subject: `${name} (${page.url})`,
    conditions: [
      ['pageOn', page.isOff !== true],
      ...(page.rights.length === 0 ? [] : await heldConditions(asking, page.rights)),
    ],
    rights: page.rights,
  }
}

async function rightConditions(asking: Asking, code: string): Promise<Answer> {
  if (!(code in knownPermissions().rights)) throw new Refused(permissionErrors.subjectUnknown({}, { field: 'target' }))
  return {
    subject: rightName(asking.context.language, code).name,
    conditions: await heldConditions(asking, [code]),
    rights: [code],
  }
}

/** Whether any of these rights is held, by which roles, and at the given place. */
async function heldConditions(asking: Asking, rights: readonly string[]): Promise<readonly Condition[]> {
  const { tx, context, directory, person, principal, place } = asking
  const { language } = context
  const wanted = rights.map((right) => rightName(language, right).name).join(' / ')
  const isHeld = principal ? rights.some((right) => may(principal, right)) : null
  const held = (await tx.rows(heldBy(person.account))).filter(
    ({ role_code: role }) =>
      role === SUPER_ADMIN || rights.some((right) => directory.rightsOf.get(role)?.has(right) === true),
  )
  const by = held
    .map((row) => `${directory.roleOf(row.role_code).name} @ ${directory.placeOf(row.organisation_id).name}`)
    .join(', ')
  const conditions: Condition[] = [['right', isHeld, { rights: wanted, by }]]
  if (place === undefined) return conditions
  const [organisation] = directory.organisationsOf({ kind: 'organisation', code: place })
  if (organisation === undefined) throw new Refused(permissionErrors.unknownPlace({ code: place }, { field: 'place' }))
  const isThere = held.some((row) => covers(directory.parents, row.organisation_id, organisation))
  conditions.push(['place', isHeld ? isThere : null, { place: directory.placeOf(organisation).name, by }])
  return conditions
}

async function documentConditions(asking: Asking, target: string, documents: readonly AnyDocument[]): Promise<Answer> {
  const { tx, context, principal } = asking
  const no = target.trim().toUpperCase()
  const definition = documents.find(
    ({ number }) => no.startsWith(number.prefix) && /^\d/.test(no.slice(number.prefix.length)),
  )
  if (!definition) throw new Refused(permissionErrors.subjectUnknown({}, { field: 'target' }))
  const type = textAt(context.language, `${definition.area}.documents.${definition.name}.label`)
  const conditions = [...(await heldConditions({ ...asking, place: undefined }, [definition.viewRight]))]
  const isAboutHimself = principal?.userId === context.principal.userId
  // A reader who may not read a document themselves learns nothing by asking about another person.
  const askersView = isAboutHimself ? null : await documentAccess(tx, definition, no, context.principal)
  const mayKnow = isAboutHimself || askersView?.canRead === true
  const standing = principal && mayKnow ? await documentAccess(tx, definition, no, principal) : null
  const isReached = standing !== null && (standing.isInScope || standing.takesPart) && !standing.isOthersDraft
  const hasRight = principal !== null && may(principal, definition.viewRight)
  conditions.push(['document', mayKnow ? isReached : null, { no }])
  const canRead = isReached && hasRight
  return {
    subject: `${type} ${no}`,
    conditions,
    rights: [definition.viewRight],
    actions: canRead ? actionsOf(context.language, definition, principal, standing) : [],
  }
}

/** The conditions of each action besides its content: the first one not met is the reason. */
function actionsOf(
  language: Language,
  definition: AnyDocument,
  principal: Principal,
  standing: DocumentAccess,
): WhyAnswer['actions'] {
  const base = `${definition.area}.documents.${definition.name}`
  const state = textAt(language, `${base}.states.${standing.state}`)
  return Object.entries(definition.actions).map(([name, action]) => {
    const said = (key: string, params: Readonly<Record<string, string>> = {}) =>
      interpolate(textAt(language, `permission.acts.${key}`), params)
    const states = action.from.map((from) => textAt(language, `${base}.states.${from}`)).join(' / ')
    // The person asked may decide wherever they hold the right.
    const isHeld =
      standing.hasOpenTask && action.by === 'approval'
        ? may(principal, action.right)
        : mayAt(principal, action.right, standing.scopeId)
    const reason = !isHeld
      ? said('right', { right: rightName(language, action.right).name })
      : !action.from.includes(standing.state)
        ? said('state', { state, states })
        : action.by === 'drafter' && !standing.isDrafter
          ? said('drafter', { drafter: standing.drafter[language] })
          : action.by === 'approval' && name !== 'withdraw' && !standing.hasOpenTask && name !== 'terminate'
            ? said('task')
            : ''
    return {
      name: textAt(language, `${base}.actions.${name}`),
      isAllowed: reason === '',
      reason: reason || said('free'),
    }
  })
}
