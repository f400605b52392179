import type { EffectBody } from '#kernel/engine/definition/effect.ts'
import { documentBody } from '#kernel/engine/effects/document-body.ts'

/** The message to finance about an approved document. */
export const financePush = documentBody

/** The request to finance to hold its amounts during approval (docs/finance-reserve.md). */
export const heldByFinance: EffectBody = (subject) => ({ ...documentBody(subject), approvedAt: undefined })
