import type { TransactionPool } from '#kernel/platform/db/tx.ts'
import type { ActionAnswer } from '#kernel/engine/document/action/command.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Cast, DemoRegion } from './schemes.ts'

export interface DemoFundingLine {
  readonly no: string
  readonly schemeType: string
  readonly fundingNo: number
  readonly customerCode: string
  readonly countryCode: string
  readonly budgetCode: string
  readonly accrued: string
  readonly month: string
  readonly rebateType: string
  readonly areaId: number
  readonly currency: string
}

export interface FollowUps {
  readonly pool: TransactionPool
  readonly cast: Cast
  readonly files: { upload(file: 'plan', userId: number, at: Date): Promise<string> }
  readonly regions: readonly DemoRegion[]
  readonly now: Date
}

export interface Region extends FollowUps {
  readonly head: object
  readonly areaId: number
  readonly currency: string
  /** The beneficiaries of the region's schemes, used by the other documents too. */
  readonly countryCode: string
  readonly timezone: string
  readonly parts: readonly DemoFundingLine[]
  readonly channel: number
  readonly finance: number
  readonly next: () => Date
  readonly today: string
  /** Number of decisions, or completion: in one region nearly everything is completed, in the other it waits. */
  readonly most: number
}

/** A budget of the country of the region's beneficiaries. */
export function budgetOf({ parts, countryCode }: Region): string | undefined {
  return parts.findLast((part) => part.countryCode === countryCode)?.budgetCode
}

type Claimed = Pick<DemoFundingLine, 'no' | 'customerCode' | 'month' | 'rebateType'>

/** A claim of a scheme for its first month, posted today. */
export function claimOf({ head, today }: Region, of: Claimed, content: object): object {
  const { no: schemeNo, customerCode, month: claimPeriod, rebateType: payoutType } = of
  return { ...head, schemeNo, customerCode, claimPeriod, payoutType, postingDate: today, ...content }
}

/**
 * Submits and decides so many times. What the day forbids (a closed month, a year end) is skipped, so that the company opens all the same.
 */
export async function play(
  { cast, next, most }: Region,
  document: ServerDocument,
  by: number,
  raw: object,
  decisions = most,
): Promise<ActionAnswer | null> {
  try {
    let now = await cast.act(by, next(), { action: 'submit', raw: { ...raw } }, document)
    for (let count = 0; count < decisions && now.state === 'underApproval'; count += 1) {
      const task = await cast.task(now.id)
      if (!task) return now
      const { formInstanceId } = now
      const { taskId, contentHash } = task
      const decision = { action: 'approve', formInstanceId, taskId, contentHash, opinion: 'Agreed' }
      now = await cast.act(task.userId, next(), decision, document)
    }
    return now
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}
