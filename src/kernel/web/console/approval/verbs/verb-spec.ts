import type { ApprovalView, Verb } from '#kernel/engine/approval/approval-wire.ts'
import type { FlowTexts } from '#kernel/base/i18n/locale/flow.en.ts'
import type { TextKey } from '../../client/i18n.ts'

/** Verbs on an approval's page; retry and close belong to lists and administration. */
export type PageVerb = Exclude<Verb, 'retry' | 'close'>

type FlowKey = TextKey<FlowTexts>

export interface VerbSpec {
  readonly label: FlowKey
  /** Message for a missing required text (spec section 5); null where it may be empty. */
  readonly missing: FlowKey | null
  /** Most people to choose; none where the verb needs nobody. */
  readonly people?: number
  readonly asks?: 'step' | 'position' | 'signer'
  readonly hasFiles?: true
  readonly isDanger?: true
  /** The task leaves the person: the next one opens. */
  readonly leaves?: true
  /** Phrases offered for it. */
  readonly phrases?: 'agree' | 'reject'
}

/** The input of each verb: one table for both widths. */
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

/** Menu order: first verbs that move the task, then those that only inform. */
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
/** Verbs for people who only read, shown without a bar. */
const READING = new Set<PageVerb>(['comment', 'circulate'])
/** Buttons shown to people without a task; the rest is in a menu. */
const MOST_OPEN = 2

export interface BarVerbs {
  /** Decided with the opinion in the bar. */
  readonly deciding: readonly PageVerb[]
  /** Shown as buttons. */
  readonly open: readonly PageVerb[]
  readonly more: readonly PageVerb[]
  /** For readers without a part in it: shown with the timeline. */
  readonly reading: readonly PageVerb[]
}

export function barVerbs({ allowed }: Pick<ApprovalView, 'allowed'>): BarVerbs {
  const verbs = ORDER.filter((verb) => allowed.includes(verb))
  if (verbs.every((verb) => READING.has(verb))) return { deciding: [], open: [], more: [], reading: verbs }
  const deciding = verbs.filter((verb) => DECIDING.has(verb))
  const others = verbs.filter((verb) => !DECIDING.has(verb))
  if (deciding.length > 0) return { deciding, open: [], more: others, reading: [] }
  // The last ones are what drafters and administrators need.
  const open = others.filter((verb) => !READING.has(verb)).slice(-MOST_OPEN)
  return { deciding, open, more: others.filter((verb) => !open.includes(verb)), reading: [] }
}
