import type { ComponentType, ReactNode } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { AskedFields } from '#kernel/engine/definition/question.ts'
import type { CallOptions } from '../client/api.ts'
import type { CheckResult, DocumentInput } from '../client/document-api.ts'
import type { ImportParams } from '../imports/import-api.ts'
import type { Values } from '../sheet/sheet-columns.ts'
import type { FormDraft } from './draft/draft.ts'
import type { FormOptions } from './options.ts'

/**
 * The remaining funds that a field draws on, shown beside it. For a line's field, by row: under the sheet while the row
 * is active (desktop) or in its card (phone).
 */
export interface Limit {
  readonly field: string
  readonly row?: number
  readonly label: string
  readonly available: string
  readonly currency: string
  /** The lines' sum is taken from it: the bar shows what would remain. */
  readonly isTakenFrom?: boolean
  /** For a line: what would remain after all lines as entered. */
  readonly left?: string
}

/** A text field with its label, as the other fields of the form look. */
export interface AdviceField {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly inputMode?: 'decimal' | 'text'
  /** Beside the label, or below. */
  readonly aside?: string
  readonly error?: string | undefined
}

/** Content above the lines gets the draft, what stores it, and the button and the text field of desktop or phone. */
export interface LinesAdvice {
  readonly draft: FormDraft
  /** The id of the stored draft with everything typed so far; null where that cannot be stored. */
  readonly saved: () => Promise<string | null>
  /** Replaces all lines. */
  readonly onFill: (lines: readonly Values[]) => void
  readonly Button: ComponentType<{
    readonly disabled?: boolean
    readonly onClick: () => void
    readonly children: ReactNode
  }>
  /** Reads a file, on a desktop. */
  readonly File?: ComponentType<{
    readonly kind: string
    readonly params: ImportParams
    readonly label: string
    readonly hint: string
  }>
  /** That of a phone; the desktop's is `TextField.tsx`, which no form has at first. */
  readonly Field?: ComponentType<AdviceField>
}

/** Of a further table, what a form says of its lines. */
export type TableForm = Pick<
  FormSpec,
  | 'useOptions'
  | 'lineColumns'
  | 'requiredColumns'
  | 'columnHints'
  | 'follows'
  | 'removed'
  | 'workbook'
  | 'shownWithValue'
>

/** Initial values of a new form. */
export interface FormStart {
  readonly header: Values
  readonly lines?: readonly Values[]
  readonly tables?: FormDraft['tables']
  /** Loads what is said above the form: what the address asked for and it does not take over. */
  readonly notes?: () => Promise<readonly string[]>
}

/** The initial values could not be loaded. */
export interface FormStartFailed {
  readonly onRetry: () => void
}

/**
 * Form settings of a type beyond its definition and texts, for desktop and phone: option lists, initial values, the
 * soft check and its limits. No markup, which is in the shared components.
 */
export interface FormSpec<C extends CheckResult = CheckResult> {
  readonly definition: AnyDefinition
  /** Option lists besides those of its references, which come from their selectors. A hook, called once per render. */
  useOptions?(header: Values): Partial<FormOptions>
  /** The initial values of a new one, from the address; null while loading. A hook. */
  useStart(query: URLSearchParams): FormStart | FormStartFailed | null
  /** Fields that depend on another and are cleared when it changes. */
  readonly resets?: Readonly<
    Record<string, { readonly fields?: readonly string[]; readonly lines?: readonly string[] }>
  >
  /** Fields in which the only option is chosen by itself. */
  readonly sole?: readonly string[]
  /** The desktop form also asks for the choice in the document's title, because there is no button for each. */
  readonly asksTitle?: true
  /** Fields for this header, among those of the view's form; by default all. */
  formFields?(header: Values): readonly string[]
  /** Columns for this header's lines; by default all of the view. */
  lineColumns?(header: Values): readonly string[]
  /**
   * Columns of a line that follow from others: written when one of these changes, and left alone when the column itself was typed
   * or pasted with them, for the server to compare.
   */
  readonly follows?: Readonly<
    Record<string, { readonly of: readonly string[]; readonly from: (line: Values) => string | null }>
  >
  /** Columns of a line that say in their own words why a choice beside them emptied them. */
  readonly removed?: Readonly<Record<string, () => string>>
  /** Computed columns that are there once a line has a value in them: who has no right to one never gets any. */
  readonly shownWithValue?: readonly string[]
  /** Widths of columns in the sheet that differ from those of their kinds. */
  readonly widths?: Readonly<Record<string, number>>
  /** Columns required for this header's lines, beyond those of the definition. */
  requiredColumns?(header: Values): readonly string[]
  /** What is said beside the names of columns for this header's lines: that one of two is enough. */
  columnHints?(header: Values): Readonly<Record<string, string>>
  /** Content above the lines that can fill them: a proposal, and its basis. Lazy. */
  readonly Advice?: ComponentType<LinesAdvice>
  check?(input: DocumentInput, options: CallOptions): Promise<C>
  /** Called at each keystroke with the current input, to deduct what other lines use. */
  limits?(checked: C, draft: FormDraft): readonly Limit[]
  /**
   * Reading lines from a workbook: the import that makes a draft of a file, with its template, and the call that reads
   * one into the form for a header; null where that is too early.
   */
  readonly workbook?: { readonly kind: string; parse(header: Values): string | null }
  /** Settings of its further tables, by table. */
  readonly tables?: Readonly<Record<string, TableForm>>
  /** The document's total, where only the server computes it; null: the sum of the entered lines. */
  total?(checked: C): string | null
  /** A computed value of a line by column, from the last check. */
  lineValue?(checked: C, column: string, row: number): string | null
}

/** What the fields of a form need of its settings. */
export interface FieldsSpec extends Pick<FormSpec, 'useOptions' | 'asksTitle' | 'formFields'> {
  readonly definition: AskedFields
}
