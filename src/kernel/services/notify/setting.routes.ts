import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import { changesOf } from '#kernel/platform/audit/call-entry.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { CHANNELS, type Channel, type Topic, TOPICS } from './kinds.ts'
import { notifyErrors } from './notify.errors.ts'
import { heldUntil, nextDigest } from './quiet-hours.ts'
import { type Recipient, recipientsOf } from './recipient.ts'
import { allChoices, keptChoices, type Rules } from './settings.ts'

const OWN = { signedIn: 'Everyone chooses what reaches himself' }

export interface SettingServices {
  /** The configured channels. */
  readonly channels: readonly Channel[]
  readonly groupSeconds: number
}

const clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })
const switches = Type.Object({ mail: Type.Boolean(), chat: Type.Boolean() })
const choicesSchema = Type.Object(
  Object.fromEntries(TOPICS.map((topic) => [topic, switches])) as Record<Topic, typeof switches>,
)

const rules = {
  zone: nullable(Type.String({ pattern: '^UTC[+-](0\\d|1[0-4]):[0-5]\\d$', description: "null: the organisation's" })),
  quiet: Type.Boolean(),
  quietFrom: clock,
  quietUntil: clock,
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
    minItems: 1,
    maxItems: 7,
    uniqueItems: true,
    description: '1 is Monday; the digest comes on these days',
  }),
  quietOtherDays: Type.Boolean(),
  digestTime: clock,
}

const channelSchema = Type.Object({
  channel: Type.String(),
  isOn: Type.Boolean({ description: 'set up by the operator' }),
  address: nullable(Type.String({ description: 'where it goes: a mail address, or the account in the chat' })),
  lastTest: nullable(
    Type.Object(
      { state: Type.String(), error: nullable(Type.String()), at: Type.String() },
      { description: 'of a day' },
    ),
  ),
})

/** The caller's notification settings, and a test message. */
export function settingRoutes(services: SettingServices): readonly Route[] {
  return [readRoute(services), writeRoute(services), testRoute(services)]
}

const lastTests = prepared<{ channel: Channel; state: string; last_error: string | null; created_at: Date }>(
  'notify.last-tests',
  `select distinct on (channel) channel, state, last_error, created_at from notification_delivery
   where user_id = $1 and kind = 'test' and created_at > $2 order by channel, created_at desc`,
)

const DAY_MS = 86_400_000

function readRoute(services: SettingServices): Route {
  return defineRoute({
    method: 'GET',
    path: '/aps/notification/setting',
    right: OWN,
    summary: 'What reaches the caller by which channel, and when',
    mode: 'read',
    personal: true,
    data: Type.Object({
      ...rules,
      organisationZone: Type.String(),
      choices: choicesSchema,
      channels: Type.Array(channelSchema),
    }),
    async handler(tx, { principal, now }) {
      const [person, tests] = await Promise.all([
        mustBe(tx, principal.userId),
        tx.rows(lastTests(principal.userId, new Date(now.getTime() - DAY_MS))),
      ])
      const testOf = (channel: Channel) => tests.find((test) => test.channel === channel)
      return {
        ...wireRules(person),
        organisationZone: person.organisationZone,
        choices: allChoices(person.chosen),
        channels: CHANNELS.map((channel) => {
          const test = testOf(channel)
          return {
            channel,
            isOn: services.channels.includes(channel),
            address: channel === 'mail' ? person.email : person.account,
            lastTest: test ? { state: test.state, error: test.last_error, at: test.created_at.toISOString() } : null,
          }
        }),
      }
    },
  })
}

function wireRules({ rules: kept, hasOwnZone }: Recipient) {
  return { ...kept, weekdays: [...kept.weekdays], zone: hasOwnZone ? kept.zone : null }
}

async function mustBe(tx: Tx, userId: number): Promise<Recipient> {
  return required((await recipientsOf(tx, [userId])).get(userId), httpErrors.notFound())
}

const put = prepared(
  'notify.put-setting',
  `insert into notification_setting (user_id, kinds, zone, quiet, quiet_from, quiet_until, weekdays, quiet_other_days, digest_time,
     next_digest_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   on conflict (user_id) do update set kinds = excluded.kinds, zone = excluded.zone, quiet = excluded.quiet, quiet_from = excluded.quiet_from,
     quiet_until = excluded.quiet_until, weekdays = excluded.weekdays, quiet_other_days = excluded.quiet_other_days,
     digest_time = excluded.digest_time, next_digest_at = excluded.next_digest_at, updated_at = excluded.updated_at`,
)
/** Messages delayed by the old rules follow the new ones; one delayed when it was due is closed, and not tried yet. */
const moveGathering = prepared(
  'notify.move-gathering',
  `update notification_delivery set due_at = $2 where user_id = $1 and kind = 'notices' and due_at > $2
     and (state = 'gathering' or state = 'sending' and attempts = 0)`,
)

function writeRoute({ groupSeconds }: SettingServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/aps/notification/setting',
    right: OWN,
    summary: 'Choose what reaches the caller by which channel, and when',
    mode: 'write',
    body: Type.Object({ ...rules, choices: choicesSchema }),
    data: Type.Object({ nextDigestAt: Type.String() }),
    async handler(tx, { principal, now, note }, { body }) {
      const person = await mustBe(tx, principal.userId)
      const next: Rules = { ...body, zone: body.zone ?? person.organisationZone }
      const digestAt = nextDigest(next, now)
      await tx.run(
        put(
          principal.userId,
          JSON.stringify(keptChoices(body.choices)),
          body.zone,
          body.quiet,
          body.quietFrom,
          body.quietUntil,
          body.weekdays.toSorted((a, b) => a - b),
          body.quietOtherDays,
          body.digestTime,
          digestAt,
          now,
        ),
      )
      const { choices, ...rules } = body
      const before = { ...wireRules(person), choices: allChoices(person.chosen) }
      note?.({ subject: principal.account, changes: changesOf(before, { ...rules, choices }) })
      const earliest = new Date(now.getTime() + groupSeconds * 1000)
      await tx.run(moveGathering(principal.userId, heldUntil(next, earliest)))
      return { nextDigestAt: digestAt.toISOString() }
    },
  })
}

/** Serialised: two clicks send one message. */
const insertTest = prepared<{ id: string }>(
  'notify.insert-test',
  `insert into notification_delivery (user_id, channel, kind, due_at, created_at)
   select $1, $2, 'test', $3, $3 where not exists (
     select from notification_delivery where user_id = $1 and channel = $2 and kind = 'test' and state in ('gathering', 'sending'))
   returning id`,
)

function testRoute({ channels }: SettingServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/aps/notification/test',
    right: OWN,
    summary: 'Send the caller a message by a channel, to see whether it arrives',
    mode: 'write',
    perMinute: 30,
    body: Type.Object({ channel: Type.Union([Type.Literal('mail'), Type.Literal('chat')]) }),
    data: Type.Object({ id: Type.String() }),
    async handler(tx, { principal, now }, { body: { channel } }) {
      if (!channels.includes(channel)) throw new Refused(notifyErrors.channelOff())
      const person = await mustBe(tx, principal.userId)
      if (channel === 'mail' && person.email === null) throw new Refused(notifyErrors.noAddress())
      const { id } = required(await tx.first(insertTest(principal.userId, channel, now)), notifyErrors.testRuns())
      return { id }
    },
  })
}
