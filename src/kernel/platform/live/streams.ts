import type { ServerResponse } from 'node:http'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { reading, type TransactionPool, type Tx } from '#kernel/platform/db/tx.ts'
import { LOOK_EVERY_MS, authorizationEpoch } from '#kernel/platform/access/authorization-watch.ts'
import { standLimits, stands } from '#kernel/platform/access/session.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { LiveEvent, LiveMessage } from './live-event.ts'
import { type Listener, startListener } from './listener.ts'

export interface LiveStreamsOptions {
  readonly databaseUrl: string
  readonly pool: TransactionPool
  readonly now: () => Date
  /** Build of the pages that this process serves. */
  readonly version: string
  readonly timing?: Partial<Timing>
}

interface Timing {
  /** Heartbeat interval, below the time-outs of usual proxies (60 s) and of the browser's code. */
  readonly heartbeatMs: number
  /** How soon a session that became idle loses its stream; a session that ended or whose rights changed loses it within a second. */
  readonly checkMs: number
}

const TIMING: Timing = { heartbeatMs: 20_000, checkMs: 15_000 }

/** Streams per person. A browser has one (client/live-connection.ts); more are several browsers of one person, or a fault. */
const STREAMS_A_PERSON = 12
const STREAMS_A_PROCESS = 10_000
/** A client this far behind is no longer reading. */
const BEHIND_BYTES = 64 * 1024

/** The listening person, and the kinds of lists whose events they may receive. */
interface Listening {
  readonly userId: number
  readonly sessionId: string
  readonly hears: (kind: string) => boolean
}

interface Stream extends Listening {
  /** Rights of the session when the stream began. */
  readonly standing: string
  readonly answer: ServerResponse
  /** Data was still unsent at the last heartbeat. */
  isSlow: boolean
}

export interface LiveStreams {
  /** Begins a stream; `begin` writes the head of the answer. Refuses before that where it cannot serve. */
  open(person: Listening, begin: () => ServerResponse): Promise<void>
  /** Number of open streams, for tests and for operators. */
  readonly count: () => number
  /** Ends every stream at once, so that none delays the end of the process. */
  endAll(): void
  close(): Promise<void>
}

/** All open streams of this process, and the one connection that receives for them. */
export function liveStreams(options: LiveStreamsOptions): LiveStreams {
  const timing = { ...TIMING, ...options.timing }
  const streams = new Set<Stream>()
  const check = new SessionCheck(options)
  let listener: Listener | undefined
  let timers: NodeJS.Timeout[] = []
  let isClosing = false

  /** A process opens the connection with its first stream. */
  function listenerOf(): Listener {
    if (listener) return listener
    timers = [
      setInterval(() => beat(streams), timing.heartbeatMs),
      setInterval(() => void check.run(streams), timing.checkMs),
      setInterval(() => void check.run(streams, true), LOOK_EVERY_MS),
    ]
    for (const timer of timers) timer.unref()
    listener = startListener({
      databaseUrl: options.databaseUrl,
      onMessage: (payload) => deliver(streams, payload),
      onBack: () => {
        for (const stream of streams) tell(stream, { type: 'refresh' })
      },
    })
    return listener
  }

  return {
    async open({ userId, sessionId, hears }, begin) {
      if (isClosing || streams.size >= STREAMS_A_PROCESS) throw new Refused(httpErrors.busy())
      // Connected before the greeting, so that a greeted client misses nothing.
      await listenerOf()
        .ready()
        .catch(() => {
          throw new Refused(httpErrors.busy())
        })
      const [found] = await reading(options.pool, (tx) => tx.rows(standings([sessionId])))
      if (!found) throw new Refused(httpErrors.unauthorized())
      if (isClosing) throw new Refused(httpErrors.busy())
      const answer = begin()
      // A client that disconnected meanwhile fires no further event and would be kept forever.
      if (answer.destroyed) return
      makeRoom(streams, userId)
      const stream: Stream = { userId, sessionId, hears, standing: found.standing, answer, isSlow: false }
      streams.add(stream)
      answer.on('close', () => streams.delete(stream))
      answer.on('error', () => streams.delete(stream))
      tell(stream, { type: 'hello', version: options.version })
    },
    count: () => streams.size,
    endAll() {
      isClosing = true
      for (const stream of streams) end(stream, 'closing')
    },
    async close() {
      isClosing = true
      for (const timer of timers) clearInterval(timer)
      await listener?.close()
    },
  }
}

/** The part of an event that one person may receive; null where it does not concern them. */
function newsFor(event: LiveEvent, { userId, hears }: Listening): LiveMessage | null {
  switch (event.type) {
    case 'change': {
      const kinds = event.kinds.filter(hears)
      return kinds.length > 0 ? { type: 'change', kinds } : null
    }
    case 'tasks':
    case 'notifications':
      return event.userIds.includes(userId) ? { type: event.type } : null
    case 'download':
      return event.userIds.includes(userId) ? { type: 'download', taskId: event.taskId } : null
  }
}

/** Anyone with a connection may use the channel; foreign messages must not end the process. */
function deliver(streams: ReadonlySet<Stream>, payload: string): void {
  try {
    const event = JSON.parse(payload) as LiveEvent
    for (const stream of streams) {
      const news = newsFor(event, stream)
      if (news) tell(stream, news)
    }
  } catch (error) {
    console.error(`a live message was not understood: ${(error as Error).message}`)
  }
}

function tell(stream: Stream, news: LiveMessage): void {
  write(stream, `data: ${JSON.stringify(news)}\n\n`)
}

function write({ answer }: Stream, text: string): void {
  if (answer.destroyed || answer.writableEnded) return
  answer.write(text)
  if (answer.writableLength > BEHIND_BYTES) answer.destroy()
}

function end(stream: Stream, reason: 'session' | 'crowded' | 'closing'): void {
  tell(stream, { type: 'bye', reason })
  stream.answer.end()
}

/** A client that has not received the last heartbeat when the next is due is gone. */
function beat(streams: ReadonlySet<Stream>): void {
  for (const stream of streams) {
    const isBehind = stream.answer.writableLength > 0
    if (isBehind && stream.isSlow) stream.answer.destroy()
    else write(stream, ':\n\n')
    stream.isSlow = isBehind
  }
}

/** The newest streams stay: the oldest may be left over from a lost connection. */
function makeRoom(streams: ReadonlySet<Stream>, userId: number): void {
  const mine = [...streams].filter((stream) => stream.userId === userId)
  for (const stream of mine.slice(0, Math.max(0, mine.length - STREAMS_A_PERSON + 1))) end(stream, 'crowded')
}

/** Ends the streams of sessions that are over or whose roles or rights have changed. */
class SessionCheck {
  private epoch = ''
  private mark = ''
  private isRunning = false
  private readonly options: LiveStreamsOptions

  constructor(options: LiveStreamsOptions) {
    this.options = options
  }

  /** `onlyChanges`: first checks in one row whether anything changed. */
  async run(streams: ReadonlySet<Stream>, onlyChanges = false): Promise<void> {
    const open = [...streams]
    if (open.length === 0 || this.isRunning) return
    this.isRunning = true
    try {
      const gone = await reading(this.options.pool, async (tx) => {
        const mark = await authorizationEpoch(tx)
        if (onlyChanges && mark === this.mark) return []
        const found = await this.gone(tx, open)
        this.mark = mark
        return found
      })
      for (const stream of gone) end(stream, 'session')
    } catch (error) {
      // The database is away: the streams wait for it.
      console.error(`live sessions were not checked: ${(error as Error).message}`)
    } finally {
      this.isRunning = false
    }
  }

  private async gone(tx: Tx, open: readonly Stream[]): Promise<readonly Stream[]> {
    const ids = [...new Set(open.map((stream) => stream.sessionId))]
    const rows = await tx.rows(alive(ids, this.options.now()))
    const living = new Set(rows.map((row) => row.id))
    const epoch = rows[0]?.epoch ?? ''
    // Roles and rights are compared only when somebody's changed.
    if (epoch === this.epoch) return open.filter((stream) => !living.has(stream.sessionId))
    const now = new Map((await tx.rows(standings([...living]))).map((row) => [row.id, row.standing]))
    this.epoch = epoch
    return open.filter((stream) => now.get(stream.sessionId) !== stream.standing)
  }
}

const aliveSessions = prepared<{ id: string; epoch: string }>(
  'live.alive-sessions',
  `select s.id::text as id, e.epoch::text as epoch from session s cross join access_epoch e
   where s.id = any ($1::bigint[]) and ${stands('$2', '$3')}`,
)

/** The grants of the sessions that are still valid, and the access epoch. */
function alive(sessionIds: readonly string[], now: Date): Statement<{ id: string; epoch: string }> {
  return aliveSessions(sessionIds, now, standLimits())
}

const standingOfSessions = prepared<{ id: string; standing: string }>(
  'live.standings',
  `select s.id::text as id, (
     select md5(coalesce(string_agg(concat_ws(' ', ur.role_code, ur.organisation_id, rr.right_code), ','
       order by ur.role_code, ur.organisation_id, rr.right_code), ''))
     from user_role ur left join role_right rr on rr.role_code = ur.role_code where ur.user_id = s.user_id
   ) || user_limits(s.user_id)::text as standing
   from session s join app_user u on u.id = s.user_id and u.status = 'active'
   where s.id = any ($1::bigint[])`,
)

/** Roles and rights behind each session, as one value to compare; none for a user who is no longer active. */
function standings(sessionIds: readonly string[]): Statement<{ id: string; standing: string }> {
  return standingOfSessions(sessionIds)
}
