import type { ApprovalView, Verb } from '#kernel/engine/approval/approval-wire.ts'
import type { FlowTexts } from '#kernel/base/i18n/locale/flow.en.ts'
import type { TextKey } from '../../client/i18n.ts'

/** What people do to an approval from its page; retry and close belong to lists and administration. */
export type PageVerb = Exclude<Verb, 'retry' | 'close'>

type FlowKey = TextKey<FlowTexts>

export interface VerbSpec {
  readonly label: FlowKey
  /** What to say where nothing was written and something must be (spec section 5); null where it may stay empty. */
  readonly missing: FlowKey | null
  /** How many people it asks for; none where it asks for nobody. */
  readonly people?: number
  readonly asks?: 'step' | 'position' | 'signer'
  readonly hasFiles?: true
  readonly isDanger?: true
  /** The task leaves whoever did it: the next one opens. */
  readonly leaves?: true
  /** Phrases that help to write it. */
  readonly phrases?: 'agree' | 'reject'
}

/** What each verb asks for: one table for both widths. */
export const VERBS: Readonly<Record<PageVerb, VerbSpec>> = {
  approve: { label: 'opinion', missing: 'missing.opinion', hasFiles: true, leaves: true, phrases: 'agree' },
  reject: {
    label: 'rejectReason',
    missing: 'missing.rejection',
    hasFiles: true,
    isDanger: true,
    leaves: true,
    phrases: 'reject',
  },
  answer: { label: 'opinion', missing: 'missing.opinion', hasFiles: true, leaves: true, phrases: 'agree' },
  return: {
    label: 'returnReason',
    missing: 'missing.reason',
    asks: 'step',
    hasFiles: true,
    isDanger: true,
    leaves: true,
    phrases: 'reject',
  },
  transfer: { label: 'message', missing: null, people: 1, hasFiles: true, leaves: true },
  delegate: { label: 'message', missing: null, people: 1, hasFiles: true, leaves: true },
  addSigner: { label: 'message', missing: null, people: 10, asks: 'position', hasFiles: true, leaves: true },
  removeSigner: { label: 'message', missing: null, asks: 'signer' },
  circulate: { label: 'message', missing: null, people: 50 },
  comment: { label: 'comment', missing: 'missing.comment', hasFiles: true },
  urge: { label: 'message', missing: null },
  withdraw: { label: 'reason', missing: null, isDanger: true },
  terminate: { label: 'terminateReason', missing: 'missing.reason', isDanger: true },
}

/** In the order of the menu: first what sends the task elsewhere, then what only tells. */
const ORDER: readonly PageVerb[] = [
  'approve',
  'answer',
  'reject',
  'return',
  'transfer',
  'delegate',
  'addSigner',
  'removeSigner',
  'circulate',
  'comment',
  'urge',
  'withdraw',
  'terminate',
]

const DECIDING = new Set<PageVerb>(['approve', 'answer', 'reject'])
/** What somebody may do who only reads it: no bar for that. */
const READING = new Set<PageVerb>(['comment', 'circulate'])
/** As many buttons stand open for whoever has no task; the rest is behind one. */
const MOST_OPEN = 2

export interface BarVerbs {
  /** Decided with the opinion that stands in the bar. */
  readonly deciding: readonly PageVerb[]
  /** Buttons of their own. */
  readonly open: readonly PageVerb[]
  readonly more: readonly PageVerb[]
  /** Of a reader without a part in it: they stand with the timeline. */
  readonly reading: readonly PageVerb[]
}

export function barVerbs({ allowed }: Pick<ApprovalView, 'allowed'>): BarVerbs {
  const verbs = ORDER.filter((verb) => allowed.includes(verb))
  if (verbs.every((verb) => READING.has(verb))) return { deciding: [], open: [], more: [], reading: verbs }
  const deciding = verbs.filter((verb) => DECIDING.has(verb))
  const others = verbs.filter((verb) => !DECIDING.has(verb))
  if (deciding.length > 0) return { deciding, open: [], more: others, reading: [] }
  // The last of the order are what the drafter and the administrator come for.
  const open = others.filter((verb) => !READING.has(verb)).slice(-MOST_OPEN)
  return { deciding, open, more: others.filter((verb) => !open.includes(verb)), reading: [] }
}
