import { SUPER_ADMIN } from '#kernel/platform/access/session.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { Channel } from './kinds.ts'
import { type ChosenSettings, DEFAULT_RULES, type Rules } from './settings.ts'

/** A person to notify, with their settings. */
export interface Recipient {
  readonly userId: number
  readonly account: string
  readonly name: string
  readonly language: Language
  readonly email: string | null
  readonly chosen: ChosenSettings
  readonly rules: Rules
  /** Zone of the organisation; `rules.zone` may be the person's own. */
  readonly organisationZone: string
  readonly hasOwnZone: boolean
  /** Rights at the time the message is made: they may have lost some since it began to gather. */
  readonly superAdmin: boolean
  readonly rights: ReadonlySet<string>
}

interface RecipientRow {
  readonly id: number
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
  readonly language: Language
  readonly email: string | null
  readonly timezone: string
  readonly super_admin: boolean
  readonly rights: readonly string[]
  readonly kinds: ChosenSettings | null
  readonly zone: string | null
  readonly quiet: boolean
  readonly quiet_from: string
  readonly quiet_until: string
  readonly weekdays: readonly number[]
  readonly quiet_other_days: boolean
  readonly digest_time: string
}

/** A person without a chosen language or role gets headquarters' defaults: its zone, and English. */
const recipients = prepared<RecipientRow>(
  'notify.recipients',
  `select u.id, u.account, u.name_zh, u.name_en, u.email, coalesce(u.language, o.language, 'en') as language,
     coalesce(o.timezone, 'UTC+08:00') as timezone,
     exists (select from user_role r where r.user_id = u.id and r.role_code = '${SUPER_ADMIN}') as super_admin,
     array(select distinct rr.right_code from user_role r join role_right rr on rr.role_code = r.role_code where r.user_id = u.id) as rights,
     s.kinds, s.zone, s.quiet, s.quiet_from, s.quiet_until, s.weekdays, s.quiet_other_days, s.digest_time
   from app_user u
   left join lateral (
     select o.timezone, o.language from user_role r join organisation o on o.id = r.organisation_id where r.user_id = u.id
     order by case o.type when 'headquarters' then 1 when 'region' then 2 else 3 end, o.id limit 1
   ) o on true
   left join notification_setting s on s.user_id = u.id
   where u.id = any ($1::int[]) and u.status = 'active'`,
)

/** Those of the people who still work here. */
export async function recipientsOf(tx: Tx, userIds: readonly number[]): Promise<ReadonlyMap<number, Recipient>> {
  const rows = await tx.rows(recipients(userIds))
  return new Map(rows.map((row) => [row.id, recipientOf(row)]))
}

function recipientOf(row: RecipientRow): Recipient {
  const zone = row.zone ?? row.timezone
  return {
    userId: row.id,
    account: row.account,
    name: row.language === 'zh' ? row.name_zh : row.name_en,
    language: row.language,
    email: row.email,
    organisationZone: row.timezone,
    hasOwnZone: row.zone !== null,
    superAdmin: row.super_admin,
    rights: new Set(row.rights),
    chosen: row.kinds ?? {},
    rules:
      row.kinds === null
        ? { ...DEFAULT_RULES, zone }
        : {
            zone,
            quiet: row.quiet,
            quietFrom: row.quiet_from,
            quietUntil: row.quiet_until,
            weekdays: row.weekdays,
            quietOtherDays: row.quiet_other_days,
            digestTime: row.digest_time,
          },
  }
}

/** Whether a channel reaches the person: mail needs an address, the chat knows everyone by account. */
export function isReachable(recipient: Recipient, channel: Channel): boolean {
  return channel === 'chat' || recipient.email !== null
}
