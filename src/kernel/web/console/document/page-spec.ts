import type { ComponentType, ReactNode } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { DocumentDetail } from '../client/document-api.ts'
import type { Values } from '../sheet/sheet-columns.ts'

export interface DecisionFigure {
  readonly label: string
  readonly value: string
  readonly currency: string
  /** Source of the number, for the page's own component. */
  readonly source?: unknown
  /** The list of which it is the sum; on a desktop. */
  readonly list?: string
}

export interface SourceProps {
  readonly source: unknown
  /** The number as decimal text; `children` is its displayed form. */
  readonly value: string
  readonly children: ReactNode
}

/** Renders a number with a link to its origin; may be lazy, since the number is shown before. */
export type SourceComponent = ComponentType<SourceProps>

/** Another document in approval that asks for the same. */
export interface Pending {
  readonly documentType: string
  readonly pages: { readonly pc: string; readonly mobile: string }
  readonly no: string
  /** What it asks for, where its type asks for several things. */
  readonly kind?: string
  readonly formInstanceId: string
  readonly drafterName: string
  readonly submittedAt: string
  readonly amount: string
  readonly currency: string
}

export interface LineFact {
  readonly available: string | null
  readonly after: string | null
  /** The budget or account that this line draws on, where it differs from `lineLabel`. */
  readonly label?: string
  readonly source?: unknown
}

/** Facts for an approver's decision, computed by the server at this moment. */
export interface DecisionView {
  /** Subject: the pool, the customer. */
  readonly about: string
  readonly figures: readonly DecisionFigure[]
  /** Why there are no figures. */
  readonly noFigures: string
  readonly pendingTitle: string
  readonly noPending: string
  readonly pending: readonly Pending[]
  /** Amounts below the list that lead to a figure above it; the last one is the sum of all. */
  readonly pendingSums?: readonly Pick<DecisionFigure, 'label' | 'value' | 'currency'>[]
  /** The balance that each line draws on, by line number: now, and after an approval. */
  readonly lines: ReadonlyMap<number, LineFact>
  readonly lineLabel: string
  /** What is unusual about it, to consider before deciding. */
  readonly remarks?: readonly string[]
}

/** Most lines that stand before the sections that sum them up. */
const FEW_LINES = 12

/** Whether the lines come first. */
export function hasLinesFirst(
  { decidesOnLines = false }: Pick<DocumentPageSpec, 'decidesOnLines'>,
  { document }: DocumentDetail,
): boolean {
  return decidesOnLines && document.lines.length <= FEW_LINES
}

/** A document that came of another, with its page; null where the reader cannot open it yet. */
export interface ResultLink {
  readonly label: string
  readonly to: string | null
}

/** What a section of a document's page gets. */
export interface SectionProps {
  readonly detail: DocumentDetail
  /** Fetches a file, on a desktop. */
  readonly Export?: ComponentType<{
    readonly path: string
    readonly right: string
    readonly filters: Readonly<Record<string, unknown>>
  }>
}

/** Page settings of a document beyond its definition and texts, for desktop and phone. */
export interface DocumentPageSpec<Facts = unknown> {
  readonly definition: AnyDefinition
  /** Null where there is nothing to decide on. */
  decisionView?(detail: DocumentDetail<Facts>): DecisionView | null
  /** What an approved document made. */
  made?(detail: DocumentDetail<Facts>, width: 'pc' | 'mobile'): readonly ResultLink[]
  /** The lines are what is decided on: where they are few they come before other sections, and on a phone before the details. */
  readonly decidesOnLines?: boolean
  /** Columns for this header's lines; by default all of the view. Shared with the form. */
  lineColumns?(header: Values): readonly string[]
  /** Device-specific component that opens the origin of a figure. */
  readonly Source?: SourceComponent
}
