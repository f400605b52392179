import type { ComponentType, ReactNode } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { CallOptions } from '../client/api.ts'
import type { CheckResult, DocumentInput } from '../client/document-api.ts'
import type { Values } from '../sheet/sheet-columns.ts'
import type { FormDraft } from './draft/draft.ts'
import type { FormOptions } from './options.ts'

/**
 * What there is of something that a field takes from; it stands beside the field. Of a line's field, by its row, under the sheet while one
 * is in it (desktop) or in its card (phone).
 */
export interface Limit {
  readonly field: string
  readonly row?: number
  readonly label: string
  readonly available: string
  readonly currency: string
  /** The sum of the lines is taken from it: the action bar shows what would be left. */
  readonly isTakenFrom?: boolean
  /** Of a line: what would stay of it by what stands in all lines now. */
  readonly left?: string
}

/** What stands above the lines is told of the draft, and given the button of desktop or phone. */
export interface LinesAdvice {
  readonly draft: FormDraft
  /** Writes all lines anew. */
  readonly onFill: (lines: readonly Values[]) => void
  readonly Button: ComponentType<{
    readonly disabled?: boolean
    readonly onClick: () => void
    readonly children: ReactNode
  }>
}

/** What a new form begins with. */
export interface FormStart {
  readonly header: Values
  readonly lines?: readonly Values[]
}

/** What it begins with could not be read. */
export interface FormStartFailed {
  readonly onRetry: () => void
}

/**
 * What a form needs beyond its definition and texts, for desktop and phone alike: option lists, where a new one
 * starts, the soft check and what it says of limits. No markup: that is the kit's.
 */
export interface FormSpec<C extends CheckResult = CheckResult> {
  readonly definition: AnyDefinition
  /** The option lists for what is chosen so far. A hook: it is called once at each drawing. */
  useOptions(header: Values): FormOptions
  /** What a new one begins with, from the address; null while that is still being read. A hook. */
  useStart(query: URLSearchParams): FormStart | FormStartFailed | null
  /** Fields that belong to another and go when it changes. */
  readonly resets?: Readonly<
    Record<string, { readonly fields?: readonly string[]; readonly lines?: readonly string[] }>
  >
  /** What the tab of a new one is called, where its type's list has the same name. */
  tabTitle?(heading: string): string
  /** The desktop form asks for the choice that names the document too: there is no button of its own for each. */
  readonly asksTitle?: true
  /** Fields that this header has, of those that the view's form names; without it, all of them. */
  formFields?(header: Values): readonly string[]
  /** Columns that this header's lines have; without it, all of the view. */
  lineColumns?(header: Values): readonly string[]
  /** Columns that this header's lines must fill in, beyond those the definition requires. */
  requiredColumns?(header: Values): readonly string[]
  /** Stands above the lines and can write them: a proposal, and what it rests on. Lazy. */
  readonly Advice?: ComponentType<LinesAdvice>
  check?(input: DocumentInput, options: CallOptions): Promise<C>
  /** Asked at each letter with what is typed by now: what other lines take may be taken off. */
  limits?(checked: C, draft: FormDraft): readonly Limit[]
  /**
   * Reading lines from a workbook: the import that makes a draft of a file, whose template it is, and the call that reads one into the form for a header;
   * null where that is too early.
   */
  readonly workbook?: { readonly kind: string; parse(header: Values): string | null }
  /** What the document comes to, where the server alone adds it up; null: the sum of the lines as they are typed. */
  total?(checked: C): string | null
  /** A computed value of a line, by its column, as of the last check. */
  lineValue?(checked: C, column: string, row: number): string | null
}
