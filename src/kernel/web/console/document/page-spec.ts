import type { ComponentType, ReactNode } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { DocumentDetail } from '../client/document-api.ts'
import type { Values } from '../sheet/sheet-columns.ts'

export interface DecisionFigure {
  readonly label: string
  readonly value: string
  readonly currency: string
  /** What it comes to if this document is approved. */
  readonly isOutcome?: boolean
  /** What the page's own component makes of it: where the number comes from. */
  readonly source?: unknown
}

export interface SourceProps {
  readonly source: unknown
  /** The number as a decimal text; `children` is how it stands there. */
  readonly value: string
  readonly children: ReactNode
}

/** Draws a number so that it can be asked where it comes from; may be lazy, the number stands there before. */
export type SourceComponent = ComponentType<SourceProps>

/** Another document in approval that asks for the same. */
export interface Pending {
  readonly no: string
  readonly formInstanceId: string
  readonly drafterName: string
  readonly submittedAt: string
  readonly amount: string
  readonly currency: string
}

export interface LineFact {
  readonly available: string | null
  readonly after: string | null
  /** What this line draws on, where that is something else than `lineLabel`. */
  readonly label?: string
  readonly source?: unknown
}

/** What an approver has to know to decide, computed by the server at this moment. */
export interface DecisionView {
  /** Of what: the pool, the customer. */
  readonly about: string
  readonly figures: readonly DecisionFigure[]
  /** Where there are no figures: why. */
  readonly noFigures: string
  readonly pendingTitle: string
  readonly noPending: string
  readonly pending: readonly Pending[]
  /** What each line draws on, by line number: now, and after an approval. */
  readonly lines: ReadonlyMap<number, LineFact>
  readonly lineLabel: string
}

/** What the pages that show a document need beyond its definition and texts, on desktop and phone alike. */
export interface DocumentPageSpec<Facts = unknown> {
  readonly definition: AnyDefinition
  /** Null where there is nothing to decide on. */
  decisionView?(detail: DocumentDetail<Facts>): DecisionView | null
  /** Columns that this header's lines have; without it, all of the view. Shared with the form. */
  lineColumns?(header: Values): readonly string[]
  /** Of the device that shows them: opens what a figure is made of. */
  readonly Source?: SourceComponent
}
