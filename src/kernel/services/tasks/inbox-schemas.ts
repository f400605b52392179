import { Type } from 'typebox'
import { nullable, oneOf, text, type Wire } from '#kernel/platform/http/wire-schemas.ts'
import { BOXES, INSTANCE_STATES } from './inbox-wire.ts'

/** A current assignee, and the person they substitute. */
const holder = Type.Object({ account: text, name: text, principalName: nullable(text) })
export type HolderView = Wire<typeof holder>

/** One row of the inbox: a task of the caller, or an approval that they raised, read or oversee. */
export const inboxRowSchema = Type.Object({
  box: oneOf(BOXES),
  /** Empty in boxes whose rows are no tasks. */
  taskId: text,
  formInstanceId: text,
  documentType: text,
  typeLabel: text,
  documentId: text,
  documentNo: text,
  title: text,
  drafterName: text,
  organisationName: text,
  /** Null also where the caller may not see the amounts of such documents. */
  amount: nullable(text),
  asked: nullable(Type.String({ description: 'for, where less of it is agreed to' })),
  currency: nullable(text),
  stepName: text,
  state: oneOf(INSTANCE_STATES),
  kind: oneOf(['step', 'transfer', 'delegate', 'before', 'after', 'escalated']),
  /** The task waits because somebody was asked first. */
  isParked: Type.Boolean(),
  /** The person whom the caller substitutes. */
  principalName: nullable(text),
  currentHolder: Type.Array(holder),
  waitingSince: nullable(text),
  remindAt: nullable(text),
  escalateAt: nullable(text),
  isUrged: Type.Boolean(),
  /** Whether the caller has opened it in this round. */
  isRead: Type.Boolean(),
  decision: nullable(oneOf(['agree', 'reject', 'return', 'transfer', 'answer'])),
  /** Hash that a decision is bound to. */
  contentHash: text,
  /** The instant at which the task or copy arrived; without either, that of the start. */
  createdAt: text,
  endedAt: nullable(text),
  startedAt: text,
  senderName: nullable(text),
  message: nullable(text),
  /** An administrator may see that it runs without being allowed to open it. */
  mayOpen: Type.Boolean(),
  url: text,
  mobileUrl: text,
  facts: Type.Array(Type.Object({ label: text, value: text })),
})
export type InboxRow = Wire<typeof inboxRowSchema>
