import { withQuery } from '#kernel/engine/definition/page-address.ts'
import type { ActView } from '#kernel/engine/approval/approval-wire.ts'
import type { AttachmentView } from '#kernel/platform/files/attachment-wire.ts'
import type { DuplicateDocument } from '#kernel/engine/document/duplicates/duplicate-wire.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { Names } from '#kernel/engine/definition/view.ts'
import { post, type CallOptions, type WireRefusal } from './api.ts'
import type { Approval, ApprovalAct, Person } from './approval.ts'

/** The wire form common to all documents. */
export interface DocumentHead {
  readonly id: string
  readonly no: string
  readonly version: number
  readonly state: string
  readonly drafter: Person
  readonly createdAt: string
  readonly updatedAt: string
  readonly submittedAt: string | null
  readonly formInstanceId: string | null
  readonly currentHolder: readonly Person[]
  readonly waitingSince: string | null
  /** Time zone of its organisation: `UTC+05:30`. */
  readonly timezone?: string
  /** The link is to a round that was followed by another. */
  readonly isEarlierRound?: boolean
  /** Of the newest round. */
  readonly newestFormInstanceId?: string | null
  /** Acts with an input that the reader may now perform. */
  readonly acts?: readonly string[]
  /** Of a type without an approval: that it was submitted, and what was done to it. */
  readonly history?: readonly ActView[]
  /** For a type with attachments. */
  readonly attachments?: readonly AttachmentView[]
}

export type LineWire = Readonly<Record<string, unknown>> & { readonly lineNo: number }

/** A document of any type: its fields by their names. */
export type DocumentWire = DocumentHead & Readonly<Record<string, unknown>> & { readonly lines: readonly LineWire[] }

/** One document as its pages read it; `decisionFacts` are specific to the type. */
export interface DocumentDetail<Facts = unknown> {
  readonly document: DocumentWire
  readonly names: Names
  readonly contentHash: string | null
  readonly approval: Approval | null
  readonly decisionFacts: Facts | null
}

export interface Saved {
  readonly id: string
  readonly no: string
  readonly version: number
  readonly state: string
}

export interface Submitted extends Saved {
  readonly formInstanceId: string
}

/** Address of the next waiting task. */
export interface NextTask {
  readonly taskId: string
  readonly formInstanceId: string
  readonly docType: string
}

/** The soft check's answer: what a submit would refuse; a type adds the currently available amounts. */
export interface CheckResult {
  readonly refusals: readonly WireRefusal[]
  /** Warnings that do not prevent a submit. */
  readonly warnings?: readonly WireRefusal[]
  /** Possible duplicates. */
  readonly duplicates?: readonly DuplicateDocument[]
  /** Computed values of further tables, by table. */
  readonly tables?: Readonly<
    Record<string, readonly { readonly row: number; readonly values: Readonly<Record<string, unknown>> }[]>
  >
}

/** The input of a document: header fields, lines, and the stored version it is based on. */
export type DocumentInput = Readonly<Record<string, unknown>> & {
  readonly id?: string
  readonly version?: number
  readonly lines: readonly Readonly<Record<string, unknown>>[]
}

export interface DocumentApiAddress {
  readonly id?: string
  readonly no?: string
  readonly formInstanceId?: string
}

/** The calls that every document has, at its definition's addresses. */
export function documentApi<Facts = unknown>(definition: AnyDefinition) {
  const path = (action: string): string => definition.calls?.[action] ?? `${definition.api}/${action}`
  return {
    detail: (by: DocumentApiAddress, options?: CallOptions) =>
      post<DocumentDetail<Facts>>(`${definition.api}/detail`, by, options),
    save: (input: DocumentInput, options: CallOptions) => post<Saved>(path('save'), input, options),
    submit: (input: DocumentInput, options: CallOptions) => post<Submitted>(path('submit'), input, options),
    decide: (decision: 'approve' | 'reject', body: ApprovalAct, options: CallOptions) =>
      post<{ readonly nextTask: NextTask | null }>(path(decision), body, options),
    /** Deletes a draft that was never submitted, by the named action. */
    remove: (action: string, body: { id: string; version: number }, options: CallOptions) =>
      post<Saved>(path(action), body, options),
    /** An act beside the approval, with its input. */
    act: (action: string, body: { id: string; version: number; input: object }, options: CallOptions) =>
      post<Saved>(path(action), body, options),
    withdraw: (body: { formInstanceId: string; version: number; opinion?: string }, options: CallOptions) =>
      post<Saved>(path('withdraw'), body, options),
  }
}

/** Address for reading a document; with a task, for deciding it. */
export function pageAddress(
  { pages }: { readonly pages: { readonly pc: string; readonly mobile: string } },
  width: 'pc' | 'mobile',
  formInstanceId: string,
  taskId?: string,
): string {
  return withQuery(pages[width], { formInstanceId, ...(taskId ? { taskId } : {}) })
}

/** Address of a new document that begins with the content of another; `id` tells tabs apart. */
export function copyAddress({ pages }: AnyDefinition, width: 'pc' | 'mobile', no: string, id?: string): string | null {
  const page = width === 'pc' ? pages.edit : pages.mobileEdit
  return page === undefined
    ? null
    : withQuery(page.split('?')[0] ?? page, { type: 'new', copyOf: no, ...(id ? { id } : {}) })
}

/** Address for editing a draft or a rejected document. */
export function formAddress({ pages }: AnyDefinition, width: 'pc' | 'mobile', no: string): string | null {
  const page = width === 'pc' ? pages.edit : pages.mobileEdit
  return page === undefined ? null : withQuery(page, { applyNo: no })
}
