import { randomUUID } from 'node:crypto'
import { required } from '#kernel/base/errors/errors.ts'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { commandOf } from '#kernel/engine/document/action/command.ts'
import { runActionIn } from '#kernel/engine/document/action/run-action.ts'
import { holding, type RequestContext } from '#kernel/platform/access/principal.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Follow, FollowedAct } from '#kernel/services/following/follow.ts'
import { priceReview } from '../review/price-review.doc.ts'
import { OUTCOME_RIGHT, priceApplication } from './price-application.doc.ts'
import { priceApplicationDocument } from './price-application.document.ts'
import { submitReview } from './submit-review.server.ts'

type Outcome = 'settle' | 'refuse' | 'leave'

interface Waiting {
  readonly id: string
  readonly version: number
  readonly state: string
  readonly drafterId: number
}

const WAITING = `select a.id::text, a.version, a.state, a.drafter_id as "drafterId"`

/** The application that a review decides on. */
const decidedBy = prepared<Waiting>(
  'price.application-of-review',
  `${WAITING} from price_review r join price_application a on a.no = r.application_no where r.id = $1::bigint`,
)

/** Applications of a person whose review is gone: a draft that they deleted names nothing any more. */
const leftBy = prepared<Waiting>(
  'price.applications-without-review',
  `${WAITING} from price_application a
   where a.drafter_id = $1 and a.state = 'inReview' and not exists (select from price_review r where r.application_no = a.no)`,
)

/** Notes on the application what became of its review, in the name of who caused it, with the one right that the product has for it. */
async function note(tx: Tx, act: FollowedAct, outcome: Outcome, found: Waiting, words = act.no): Promise<void> {
  const { from } = priceApplication.actions[outcome]
  if (!(from as readonly string[]).includes(found.state)) return
  const person = required(await principalOfUser(tx, act.actorId ?? found.drafterId, 'en'), documentErrors.notFound())
  const { limits: _, ...unlimited } = person
  const context: RequestContext = {
    principal: { ...unlimited, ...holding([OUTCOME_RIGHT, priceApplication.viewRight], 'all') },
    language: 'en',
    requestId: randomUUID(),
    now: act.at,
    idempotencyKey: randomUUID(),
    log: () => undefined,
  }
  const command = commandOf({ action: outcome, id: found.id, version: found.version, opinion: words })
  await runActionIn(tx, priceApplicationDocument, context, command)
}

const follow = (did: string, outcome: Outcome, of: (act: FollowedAct) => Statement<Waiting>): Follow => ({
  name: `applications after their price review: ${did}`,
  of: priceReview,
  did,
  async do(tx, acts) {
    for (const act of acts) for (const found of await tx.rows(of(act))) await note(tx, act, outcome, found)
  },
})

/** An application whose approval has made a review of it. */
const approved = prepared<Waiting>(
  'price.application-approved',
  `${WAITING} from price_application a where a.id = $1::bigint`,
)

/** The review that an application became is submitted by the product; where the rules refuse that, the application says why. */
const submitsReview: Follow = {
  name: 'price reviews of approved applications',
  of: priceApplication,
  did: 'approve',
  async do(tx, acts) {
    for (const act of acts) {
      const left = await submitReview(tx, act)
      const found = left && (await tx.first(approved(act.documentId)))
      if (left && found) await note(tx, act, 'leave', found, left.words)
    }
  },
}

const ofReview = ({ documentId }: FollowedAct) => decidedBy(documentId)

/** An application beyond the local authority waits for its review: approved with it, rejected with it or where its draft is deleted. */
export const reviewFollows: readonly Follow[] = [
  submitsReview,
  follow('approve', 'settle', ofReview),
  follow('reject', 'refuse', ofReview),
  follow('terminate', 'refuse', ofReview),
  follow('delete', 'refuse', ({ actorId }) => leftBy(actorId)),
]
