import type { TransactionPool } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { ActionAnswer } from '#kernel/engine/document/action/command.ts'
import { Actors } from './actors.ts'
import type { DemoFiles } from './attachments.ts'
import { type ApplicationInput, fitting, grantOf, reduced, revokeOf, seasonGrant } from './applications.ts'
import { type Catalogue, type Shared, SIZE } from './catalogue.ts'
import type { Random } from './random.ts'
import { atWork, lastAtWork } from './working-hours.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The drafters of a region; regions without accounts are served from headquarters. */
const DRAFTERS: Readonly<Record<string, string>> = { IN: 'in.channel', ID: 'id.channel' }
const DRAFTER_ELSEWHERE = 'admin'

/** A submit and more decisions than any route has. */
const SEASON_ACTS = 9

const OPINIONS = [
  'Agreed',
  'Agreed, within plan',
  'Checked against the sell-out plan, agreed',
  'Agreed; please report the result at month end',
]
const REJECTIONS = [
  'Amount is above the monthly plan, please reduce it',
  'Please split promoter cost and store displays',
  'The same campaign is already covered by an earlier grant',
]

/** The outcome of an application: completed, rejected at a step, waiting at a step, or withdrawn. */
type Fate =
  | { readonly kind: 'approve' | 'withdraw' }
  | { readonly kind: 'reject'; readonly step: number }
  /** `at`: when it is submitted and decided, up to the step where it has waited since the last of them. */
  | { readonly kind: 'wait'; readonly step: number; readonly at: readonly Date[] }

interface Story {
  readonly area: Catalogue
  readonly fate: Fate
  input: ApplicationInput | null
  documentId: string | null
  formInstanceId: string | null
  version: number
  acts: number
  /** Attachments of its submit. */
  files: readonly string[]
}

interface Event {
  readonly at: Date
  readonly story: Story
}

export interface HistoryOptions {
  readonly pool: TransactionPool
  readonly random: Random
  readonly files: DemoFiles
  readonly areas: readonly Catalogue[]
  readonly shared: Shared
  readonly now: Date
  /** First day that has funded pools. */
  readonly from: Date
}

/**
 * Raises and decides the demonstration's applications in time order, so that numbers, journals and tasks are ordered
 * like those of a real year.
 */
export async function playHistory(options: HistoryOptions): Promise<void> {
  const history = new History(options)
  await history.play()
}

class History {
  readonly #options: HistoryOptions
  readonly #actors: Actors
  readonly #events: Event[] = []
  /** Approved grants by area: what a revoke may take from. */
  readonly #granted = new Map<string, { readonly documentId: string; readonly input: ApplicationInput }[]>()

  /** Regions with a rejection. */
  readonly #rejected = new Set<string>()

  constructor(options: HistoryOptions) {
    this.#options = options
    this.#actors = new Actors(options.pool)
  }

  async play(): Promise<void> {
    for (const area of this.#options.areas) this.#plan(area)
    for (;;) {
      const event = this.#takeFirst()
      if (!event) break
      // Events after today are dropped: the application waits where it is.
      if (event.at < this.#options.now) await this.#advance(event)
    }
    for (const area of this.#options.areas) await this.#saveDrafts(area)
  }

  #takeFirst(): Event | undefined {
    let first = 0
    for (let index = 1; index < this.#events.length; index += 1) {
      if (this.#events[index]!.at < this.#events[first]!.at) first = index
    }
    return this.#events.splice(first, 1)[0]
  }

  /** Applications spread over the time since `from`, and some recent ones that wait at every step. */
  #plan(area: Catalogue): void {
    const { random, now, from } = this.#options
    const count = SIZE[area.idc]!.applications
    const span = now.getTime() - 4 * DAY - from.getTime()
    const steps = DRAFTERS[area.idc] ? [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3] : [0, 1, 3]
    for (let index = 0; index < count - steps.length; index += 1) {
      const at = new Date(from.getTime() + Math.floor((span * (index + random.next())) / count))
      this.#begin(area, at, this.#fate())
    }
    for (const [index, step] of steps.entries()) {
      // One in six has waited too long; the others are recent.
      const hours = index % 6 === 5 ? random.between(4 * 24, 7 * 24) : random.between(2, 30)
      const at = this.#backFrom(new Date(now.getTime() - hours * HOUR), step, area.timezone)
      this.#begin(area, at[0]!, { kind: 'wait', step, at })
    }
    this.#seasonOf(area)
  }

  /** Unspent budgets of this month, whatever the simulated year left: schemes are raised from them. */
  #seasonOf(area: Catalogue): void {
    const { random, shared, now } = this.#options
    if (!DRAFTERS[area.idc]) return
    const at = [lastAtWork(new Date(now.getTime() - 2 * HOUR), area.timezone, random)]
    while (at.length < SEASON_ACTS)
      at.unshift(lastAtWork(new Date(at[0]!.getTime() - random.between(1, 3) * HOUR), area.timezone, random))
    this.#begin(area, at[0]!, { kind: 'wait', step: SEASON_ACTS, at }, seasonGrant(random, area, shared, now))
  }

  /** Working times for a submit and so many decisions, the last of them at the given time. */
  #backFrom(end: Date, decisions: number, zone: string): Date[] {
    const { random } = this.#options
    const times = [lastAtWork(end, zone, random)]
    for (let count = 0; count < decisions; count += 1) {
      const before = new Date(times[0]!.getTime() - random.between(2 * 60, 26 * 60) * 60_000)
      times.unshift(lastAtWork(before, zone, random))
    }
    return times
  }

  #fate(): Fate {
    const { random } = this.#options
    const draw = random.next()
    if (draw < 0.1) return { kind: 'reject', step: random.between(0, 3) }
    return { kind: draw < 0.13 ? 'withdraw' : 'approve' }
  }

  #begin(area: Catalogue, at: Date, fate: Fate, input: ApplicationInput | null = null): void {
    const story = { area, fate, input, documentId: null, formInstanceId: null, version: 0, acts: 0, files: [] }
    this.#events.push({ at: atWork(at, area.timezone, this.#options.random), story })
  }

  #later(story: Story, after: Date, hours: readonly [number, number]): void {
    const { random } = this.#options
    const planned = story.fate.kind === 'wait' ? story.fate.at[story.acts] : undefined
    if (planned) return void this.#events.push({ at: planned, story })
    const at = new Date(after.getTime() + random.between(hours[0] * 60, hours[1] * 60) * 60_000)
    this.#events.push({ at: atWork(at, story.area.timezone, random), story })
  }

  async #advance({ at, story }: Event): Promise<void> {
    if (story.formInstanceId === null) return await this.#submit(story, at)
    if (story.fate.kind === 'withdraw') return await this.#withdraw(story, at)
    return await this.#decide(story, at)
  }

  async #submit(story: Story, at: Date): Promise<void> {
    story.input ??= await this.#write(story, at)
    await this.#attach(story, at)
    const answer = await this.#send(story, at)
    if (!answer) return
    this.#note(story, answer)
    story.formInstanceId = answer.formInstanceId
    this.#later(story, at, [1, 20])
  }

  /** Waiting ones have attachments; every second one a picture too. */
  async #attach(story: Story, at: Date): Promise<void> {
    if (story.fate.kind !== 'wait' || story.files.length > 0) return
    const drafter = await this.#drafterOf(story.area)
    const wanted = story.fate.step % 2 === 0 ? (['plan', 'chart'] as const) : (['plan'] as const)
    const keys: string[] = []
    for (const file of wanted) keys.push(await this.#options.files.upload(file, drafter, at))
    story.files = keys
  }

  /** Submits, with a smaller amount where the pool has less; not at all where it is nearly empty. */
  async #send(story: Story, at: Date): Promise<ActionAnswer | null> {
    const { documentId, version } = story
    const drafter = await this.#drafterOf(story.area)
    try {
      return await this.#actors.act(drafter, at, {
        action: 'submit',
        raw: { ...story.input, files: story.files },
        id: documentId,
        version: documentId === null ? null : version,
      })
    } catch (error) {
      const refusal = error instanceof Refused ? error.first : null
      if (refusal?.key !== 'budget.exceedsPool') throw error
      const input = fitting(story.input!, String(refusal.params['available']))
      if (input.lines.length === 0) return null
      story.input = input
      return await this.#send(story, at)
    }
  }

  /** A revoke where there is something to revoke, else a grant. Waiting ones are of both kinds. */
  async #write(story: Story, at: Date): Promise<ApplicationInput> {
    const { random, shared } = this.#options
    const earlier = this.#granted.get(story.area.idc) ?? []
    // HQ's step exists for grants only.
    const mayRevoke = !(story.fate.kind === 'wait' && story.fate.step === 3)
    if (earlier.length > 3 && mayRevoke && random.chance(0.18)) {
      const grant = random.pick(earlier)
      const revoke = revokeOf(random, grant.input, await this.#actors.openLines(grant.documentId))
      if (revoke) return revoke
    }
    return grantOf(random, story.area, shared, at)
  }

  async #decide(story: Story, at: Date): Promise<void> {
    const { random } = this.#options
    const { fate } = story
    const task = await this.#actors.task(story.documentId!)
    if (!task || (fate.kind === 'wait' && task.step >= fate.step)) return
    const rejects = fate.kind === 'reject' && task.step >= fate.step && story.acts < 10
    const answer = await this.#actors.act(task.userId, at, {
      action: rejects ? 'reject' : 'approve',
      formInstanceId: story.formInstanceId,
      taskId: task.taskId,
      contentHash: task.contentHash,
      opinion: random.pick(rejects ? REJECTIONS : OPINIONS),
      ...(fate.kind === 'wait' && task.step === 1
        ? { files: [await this.#options.files.upload('chart', task.userId, at)] }
        : {}),
    })
    this.#note(story, answer)
    if (answer.state === 'underApproval') return this.#later(story, at, [1, 30])
    if (answer.state === 'approved') return this.#remember(story)
    // Half of the rejected ones are resubmitted with less, except the first of a region, which stays. A second
    // rejection would only repeat itself.
    const isFirst = !this.#rejected.has(story.area.idc)
    this.#rejected.add(story.area.idc)
    if (story.input!.applyType === 'grant' && random.chance(0.5) && !isFirst) {
      story.input = reduced(story.input!)
      story.formInstanceId = null
      story.acts = 10
      this.#later(story, at, [20, 60])
    }
  }

  #remember(story: Story): void {
    if (story.input!.applyType !== 'grant') return
    const list = this.#granted.get(story.area.idc) ?? []
    list.push({ documentId: story.documentId!, input: story.input! })
    this.#granted.set(story.area.idc, list)
  }

  async #withdraw(story: Story, at: Date): Promise<void> {
    const drafter = await this.#drafterOf(story.area)
    const answer = await this.#actors.act(drafter, at, {
      action: 'withdraw',
      formInstanceId: story.formInstanceId,
      version: story.version,
      opinion: 'Wrong month, will be raised again',
    })
    this.#note(story, answer)
  }

  /** Unsubmitted drafts: one lacks its reason, one an amount. */
  async #saveDrafts(area: Catalogue): Promise<void> {
    const { random, shared, now } = this.#options
    if (!DRAFTERS[area.idc]) return
    const drafter = await this.#drafterOf(area)
    const whole = grantOf(random, area, shared, now)
    const noAmount = grantOf(random, area, shared, now)
    const lines = noAmount.lines.map((line, index) => (index === 0 ? { ...line, amount: '' } : line))
    for (const [index, raw] of [whole, { ...whole, reason: '' }, { ...noAmount, lines }].entries()) {
      await this.#actors.act(drafter, new Date(now.getTime() - (30 - index * 9) * HOUR), { action: 'save', raw })
    }
  }

  #note(story: Story, answer: ActionAnswer): void {
    story.documentId = answer.id
    story.version = answer.version
    story.acts += 1
  }

  #drafterOf(area: Catalogue): Promise<number> {
    return this.#actors.userId(DRAFTERS[area.idc] ?? DRAFTER_ELSEWHERE)
  }
}
