import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { acceptsCsrf, CSRF_COLUMNS, type CsrfTokens } from './csrf.ts'
import {
  coversLimits,
  coversScope,
  type Grant,
  type Limits,
  may,
  narrowed,
  type Principal,
  unitedScope,
} from './principal.ts'
import { isFresh, sessionLimits } from './session-limits.ts'
import { newToken, tokenHash } from './tokens.ts'

/**
 * `sso`: signed in at the provider. `chat`: came in through a link of the team chat. `view`: views the product as another person.
 */
export type SessionKind = 'sso' | 'chat' | 'view'

/** Writing the last use at every request would make each read a write. */
const SEEN_EVERY_MS = 60_000

export interface Session {
  readonly id: string
  readonly kind: SessionKind
  /** Whether a given token is a valid CSRF token of this session. */
  readonly acceptsCsrf: (given: string | undefined) => boolean
  /** Whether the person signed in at the provider a short while ago. */
  readonly isFresh: boolean
  readonly principal: (language: Language) => Principal
}

/** The person behind a session of kind `view`. */
export interface Viewer {
  readonly userId: number
  readonly account: string
  readonly nameZh: string
  readonly nameEn: string
}

/** The grants cached on a session, as of an access epoch. */
interface ResolvedGrants {
  readonly account: string
  readonly nameZh: string
  readonly nameEn: string
  readonly grants: readonly Grant[]
  readonly limits: Limits
  /** Time zone of the highest organisation in which they hold a role. Sessions from before this was stored have none. */
  readonly timezone?: string
}

interface SessionRow extends CsrfTokens {
  readonly id: string
  readonly user_id: number
  readonly kind: SessionKind
  readonly principal: ResolvedGrants
  readonly last_seen_at: Date
  readonly auth_at: Date | null
  readonly viewer: Viewer | null
  readonly current: boolean
}

/**
 * Whether session `s` is valid at an instant: neither over nor idle for too long. `limits` is the result of
 * `standLimits`.
 */
export function stands(at: string, limits: string): string {
  return `s.expires_at > ${at} and s.created_at > ${at} - make_interval(mins => (${limits}::int[])[3])
    and s.last_seen_at > ${at} - make_interval(mins => (${limits}::int[])[case s.kind when 'sso' then 1 else 2 end])`
}

/** The limits as parameters of `stands`. */
export function standLimits(): readonly number[] {
  const { idleMinutes, linkIdleMinutes, absoluteMinutes } = sessionLimits()
  return [idleMinutes, linkIdleMinutes, absoluteMinutes]
}

/** The one statement that every request needs for its session; it uses only primary and unique keys. */
const sessionByToken = prepared<SessionRow>(
  'session by token',
  `select s.id::text as id, s.user_id, s.kind, ${CSRF_COLUMNS}, s.principal, s.last_seen_at, s.auth_at, s.viewer,
       s.access_epoch = e.epoch as current
     from session s cross join access_epoch e
    where s.token_hash = $1 and ${stands('$2', '$3')}`,
)

/**
 * The grants and limits of one active user with the epoch they are valid for, in one snapshot. A role counts for the
 * organisation it is held at and all below it; one held at the root counts for everything.
 */
const standingSql = (isActor: string) => `with recursive held as (
     select ur.role_code, ur.organisation_id from user_role ur where ur.user_id = $1
   ), below as (
     select role_code, organisation_id as id from held
     union
     select b.role_code, o.id from organisation o join below b on o.parent_id = b.id
   )
   select e.epoch::text as epoch, jsonb_build_object(
     'timezone', (select o.timezone from held h join organisation o on o.id = h.organisation_id
       order by case o.type when 'headquarters' then 1 when 'region' then 2 else 3 end, o.id limit 1),
     'account', u.account, 'nameZh', u.name_zh, 'nameEn', u.name_en,
     'grants', coalesce((select jsonb_agg(jsonb_build_object('role', h.role_code,
         'rights', (select coalesce(jsonb_agg(rr.right_code order by rr.right_code), '[]') from role_right rr where rr.role_code = h.role_code),
         'scope', case when h.is_root then to_jsonb('all'::text)
           else (select jsonb_agg(b.id order by b.id) from below b where b.role_code = h.role_code) end) order by h.role_code)
       from (select held.role_code, bool_or(o.parent_id is null) as is_root
         from held join organisation o on o.id = held.organisation_id group by held.role_code) h), '[]'),
     'limits', user_limits(u.id)
   ) as standing
   from app_user u cross join access_epoch e
   where u.id = $1 and ${isActor}`

const standingOf = prepared<{ standing: ResolvedGrants; epoch: string }>(
  'standing of user',
  standingSql(`u.status = 'active'`),
)

/** Of the account of another system, as which nobody signs in. */
const standingOfSystem = prepared<{ standing: ResolvedGrants; epoch: string }>(
  'standing of system',
  standingSql(`u.status = 'disabled' and exists (select from external_system y where y.user_id = u.id and y.enabled)`),
)

const insertSession = prepared(
  'insert session',
  `insert into session (token_hash, csrf_token, user_id, kind, principal, access_epoch, created_at, last_seen_at, csrf_at, expires_at,
     id_token, auth_at, address, device, viewer, parent_id)
   values ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8, $9, $10, $11, $12, $13, $14)`,
)

const renewStanding = prepared(
  'renew session standing',
  'update session set principal = $2, access_epoch = $3 where id = $1',
)

const markSeen = prepared(
  'mark session seen',
  'update session set last_seen_at = $2 where id = $1 and last_seen_at < $2',
)

const deleteSession = prepared('delete session', 'delete from session where id = $1')

/**
 * Null where the token is unknown or over, or its user is no longer active. A page that only listens passes `isUse`
 * false, so that the session becomes idle.
 */
export async function findSession(tx: Tx, token: string, now: Date, isUse = true): Promise<Session | null> {
  const row = await tx.first(sessionByToken(tokenHash(token), now, standLimits()))
  if (!row) return null
  const standing = row.current ? row.principal : await renew(tx, row)
  if (!standing) return null
  if (isUse && now.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MS) await tx.run(markSeen(row.id, now))
  return {
    id: row.id,
    kind: row.kind,
    acceptsCsrf: (given) => acceptsCsrf(row, given, now),
    isFresh: isFresh(row.auth_at, now),
    principal: oncePerLanguage((language) => ({
      ...principalOf(standing, row.user_id, row.id, language),
      viaLink: row.kind === 'chat',
      ...(row.viewer ? { viewer: viewerOf(row.viewer, language) } : {}),
    })),
  }
}

/** Cached, because a request needs its principal twice, and each time hundreds of rights would be gathered. */
function oncePerLanguage(make: Session['principal']): Session['principal'] {
  const made = new Map<Language, Principal>()
  return (language) => {
    const known = made.get(language) ?? make(language)
    made.set(language, known)
    return known
  }
}

function viewerOf({ userId, account, nameZh, nameEn }: Viewer, language: Language): Principal['viewer'] {
  return { userId, account, name: language === 'zh' ? nameZh : nameEn }
}

async function renew(tx: Tx, row: SessionRow): Promise<ResolvedGrants | null> {
  const found = await tx.first(standingOf(row.user_id))
  if (!found || (row.viewer && !(await mayStillView(tx, row.viewer, row.user_id, found.standing)))) {
    await tx.run(deleteSession(row.id))
    return null
  }
  await tx.run(renewStanding(row.id, JSON.stringify(found.standing), found.epoch))
  return found.standing
}

/** The right to view the product as another person. */
export const VIEW_AS = 'access.viewAs'

/** Nobody views as a super administrator, nor beyond their own organisations, customers and stores. */
export function mayLookAs(viewer: Principal, viewed: Principal): boolean {
  if (viewed.superAdmin || !may(viewer, VIEW_AS)) return false
  return coversScope(narrowed(viewer, VIEW_AS).scope, viewed.scope) && coversLimits(viewer.limits, viewed.limits ?? {})
}

/** Checks both people's current grants, whatever changed since the viewing began. */
async function mayStillView(tx: Tx, viewer: Viewer, userId: number, viewed: ResolvedGrants): Promise<boolean> {
  const own = await principalOfUser(tx, viewer.userId, 'en')
  return own !== null && mayLookAs(own, principalOf(viewed, userId, '', 'en'))
}

/** The role whose holders may do everything; their acts are audited like anyone's. */
export const SUPER_ADMIN = 'superAdmin'

/** For people who have no role yet. */
const HEADQUARTERS_ZONE = 'UTC+08:00'

function principalOf(standing: ResolvedGrants, userId: number, sessionId: string, language: Language): Principal {
  const { grants, limits } = standing
  return {
    userId,
    account: standing.account,
    name: language === 'zh' ? standing.nameZh : standing.nameEn,
    // The super administrator role counts only when held for the whole company.
    superAdmin: grants.some(({ role, scope }) => role === SUPER_ADMIN && scope === 'all'),
    roles: grants.map(({ role }) => role),
    rights: new Set(grants.flatMap(({ rights }) => rights)),
    grants,
    scope: unitedScope(grants.map(({ scope }) => scope)),
    limits,
    sessionId,
    timezone: standing.timezone ?? HEADQUARTERS_ZONE,
  }
}

export interface NewSession {
  readonly userId: number
  readonly kind: SessionKind
  readonly idToken: string | null
  readonly absoluteMinutes: number
  /** When the person signed in at the provider; null where that is not known. */
  readonly authAt?: Date | null
  /** Network address and user agent of the sign-in. */
  readonly address?: string
  readonly device?: string
  readonly view?: { readonly viewer: Viewer; readonly parentId: string }
}

/** Null where the user is not active. The token is returned once and never stored. */
export async function createSession(
  tx: Tx,
  input: NewSession,
  now: Date,
): Promise<{ token: string; csrfToken: string; principal: (language: Language) => Principal } | null> {
  const found = await tx.first(standingOf(input.userId))
  if (!found) return null
  const token = newToken()
  const csrfToken = newToken()
  const expires = new Date(now.getTime() + input.absoluteMinutes * 60_000)
  await tx.run(
    insertSession(
      tokenHash(token),
      csrfToken,
      input.userId,
      input.kind,
      JSON.stringify(found.standing),
      found.epoch,
      now,
      expires,
      input.idToken,
      input.authAt ?? null,
      input.address ?? null,
      input.device ?? null,
      input.view ? JSON.stringify(input.view.viewer) : null,
      input.view?.parentId ?? null,
    ),
  )
  return { token, csrfToken, principal: (language) => principalOf(found.standing, input.userId, '', language) }
}

/** Ends the session at once, in every process. */
export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.run(deleteSession(sessionId))
}

const sessionThere = prepared<{ id: string }>('session there', 'select id::text from session where id = $1')

/** Whether a reader's session is still valid and they may still see and do exactly what they could then. */
export async function standsAs(tx: Tx, then: Principal): Promise<boolean> {
  if (!(await tx.first(sessionThere(then.sessionId)))) return false
  const now = await principalOfUser(tx, then.userId, 'en')
  return now !== null && isDeepStrictEqual([now.grants, now.limits], [then.grants, then.limits])
}

const idTokenOfSession = prepared<{ id_token: string | null }>(
  'id token of session',
  'select id_token from session where id = $1',
)

/** The id token that the provider's end-session page takes as a hint. */
export async function idTokenOf(tx: Tx, sessionId: string): Promise<string | null> {
  return (await tx.first(idTokenOfSession(sessionId)))?.id_token ?? null
}

/** The principal of an active user, for work done in their name without a session (demonstration data). */
export async function principalOfUser(tx: Tx, userId: number, language: Language): Promise<Principal | null> {
  const found = await tx.first(standingOf(userId))
  return found ? principalOf(found.standing, userId, '', language) : null
}

/** The principal of another system, by its account; null where the system is disabled. */
export async function principalOfSystem(tx: Tx, userId: number, language: Language): Promise<Principal | null> {
  const found = await tx.first(standingOfSystem(userId))
  return found ? principalOf(found.standing, userId, '', language) : null
}
