import { randomUUID } from 'node:crypto'
import { type Language, languageOf } from '#kernel/base/i18n/language.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { commandOf } from '#kernel/engine/document/action/command.ts'
import { runActionIn } from '#kernel/engine/document/action/run-action.ts'
import type { RawContent } from '#kernel/engine/definition/content.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { FollowedAct } from '#kernel/services/following/follow.ts'
import { priceErrors } from '../price.errors.ts'
import { priceReviewDocument } from '../review/price-review.document.ts'
import { applicantOf } from './applicant.server.ts'

interface RaisedReview {
  readonly id: string
  readonly no: string
  readonly version: number
  readonly scopeId: number
  readonly draft: RawContent
  readonly drafterId: number
  readonly language: string | null
}

/** The review that an application became, as long as nobody has submitted it. */
const draftOf = prepared<RaisedReview>(
  'price.review-of-application',
  `select r.id::text, r.no, r.version, r.scope_id as "scopeId", r.draft, r.drafter_id as "drafterId", u.language
   from price_review r join app_user u on u.id = r.drafter_id where r.application_no = $1 and r.state = 'draft' and r.round = 0`,
)

/** Reasons that a timeline names. */
const NAMED = 5

/** Why a review was not submitted, in the language of the applicant, with the number of its draft. */
interface LeftDraft {
  readonly words: string
}

/** Submits the review that an approved application became. A refusal is no failure: the draft is left to its drafter, with the reasons. */
export async function submitReview(tx: Tx, act: FollowedAct): Promise<LeftDraft | null> {
  const review = await tx.first(draftOf(act.no))
  if (!review) return null
  const language: Language = languageOf(review.language ?? undefined)
  const left = (error: Refused): LeftDraft => {
    const reasons = error.refusals.slice(0, NAMED).map((refusal) => refusalText(language, refusal))
    return { words: [review.no, ...reasons].join('\n') }
  }
  const principal = await applicantOf(tx, review, language)
  if (!principal) return left(new Refused(priceErrors.applicantLeft()))
  const context = {
    principal,
    language,
    requestId: randomUUID(),
    now: act.at,
    idempotencyKey: randomUUID(),
    log: () => undefined,
  }
  const { id, version, draft: raw } = review
  try {
    await runActionIn(tx, priceReviewDocument, context, commandOf({ action: 'submit', id, version, raw }))
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // Its drafter may have submitted it meanwhile.
    return (await tx.first(draftOf(act.no))) ? left(error) : null
  }
}
