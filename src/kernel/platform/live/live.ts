import type { Statement } from '#kernel/platform/db/statement.ts'
import type { LiveEvent } from './live-event.ts'

export type { LiveEvent } from './live-event.ts'

/** The channel on which the processes of one database notify each other. */
export const LIVE_CHANNEL = 'live'

/** PostgreSQL refuses a payload of 8,000 bytes; ids of eleven characters for this many people stay well below. */
const PEOPLE_A_MESSAGE = 500

/**
 * Notifies every server process, after the commit. Only the relay and jobs may call it: NOTIFY inside a business
 * transaction would make all commits wait for each other.
 */
export function publishLive(event: LiveEvent): Statement {
  return {
    name: 'live.publish',
    text: `select pg_notify('${LIVE_CHANNEL}', message) from unnest($1::text[]) message`,
    values: [messagesOf(event).map((message) => JSON.stringify(message))],
  }
}

function messagesOf(event: LiveEvent): readonly LiveEvent[] {
  if (event.type === 'change') return event.kinds.length > 0 ? [event] : []
  const userIds = [...new Set(event.userIds)]
  const parts = Math.ceil(userIds.length / PEOPLE_A_MESSAGE)
  return Array.from({ length: parts }, (_, part) => ({
    ...event,
    userIds: userIds.slice(part * PEOPLE_A_MESSAGE, (part + 1) * PEOPLE_A_MESSAGE),
  }))
}
