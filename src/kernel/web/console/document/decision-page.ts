import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import type { DocumentDetail } from '../client/document-api.ts'
import { documentTexts } from '../client/document-texts.ts'
import type { DecisionView, DocumentPageSpec, LineFact, Pending } from './page-spec.ts'
import { currencyOf, readText } from './reading.ts'

/** The figures in a detail call's answer: the funds of each line, and other documents that ask for the same. */
export interface FiguresToDecide {
  readonly lines: readonly (LineFact & { readonly lineNo: number })[]
  readonly pending: readonly Pending[]
  /** What is unusual about it. */
  readonly remarks?: readonly string[]
}

type Line<F extends FiguresToDecide> = F['lines'][number]

interface Decision<F extends FiguresToDecide> {
  /** The subject of the document: the pool, the customer. `nameOf` finds the name of a field's code. */
  readonly about: (nameOf: (list: string, field: string) => string, document: DocumentDetail<F>['document']) => string
  readonly texts: () => Pick<DecisionView, 'pendingTitle' | 'noPending' | 'lineLabel'> & { readonly noFigures?: string }
  /** By default the document's amount. */
  readonly figures?: (document: DocumentDetail<F>['document'], facts: F) => DecisionView['figures']
  /** What leads from the others' amounts to the figure that they are part of. */
  readonly pendingSums?: (document: DocumentDetail<F>['document'], facts: F) => DecisionView['pendingSums']
  /** Further facts of a line besides its funds: where they come from, or another label. */
  readonly line?: (line: Line<F>, document: DocumentDetail<F>['document']) => Partial<LineFact>
}

/** The page of a document, on desktop and phone, with the figures to decide on while it is under approval. */
export function decisionPage<F extends FiguresToDecide = FiguresToDecide>(
  definition: AnyDefinition,
  { about, texts, figures, pendingSums, line }: Decision<F>,
): DocumentPageSpec<F> {
  return {
    definition,
    decisionView({ document, names, decisionFacts }) {
      if (!decisionFacts || document.state !== 'underApproval') return null
      const nameOf = (list: string, field: string): string => {
        const code = readText(document[field])
        return names[list]?.[code] ?? code
      }
      const { amount } = viewOf(definition)
      return {
        noFigures: '',
        ...texts(),
        about: about(nameOf, document),
        figures: figures?.(document, decisionFacts) ?? (amount ? [figureOf(definition, document, amount)] : []),
        pending: decisionFacts.pending,
        remarks: decisionFacts.remarks ?? [],
        pendingSums: pendingSums?.(document, decisionFacts) ?? [],
        lines: new Map(decisionFacts.lines.map((each) => [each.lineNo, { ...each, ...line?.(each, document) }])),
      }
    },
  }
}

/** An amount of the document under its own label. */
export function figureOf(definition: AnyDefinition, document: DocumentDetail<unknown>['document'], field: string) {
  return {
    label: documentTexts(definition).field(field),
    value: readText(document[field]),
    currency: currencyOf(definition, document),
  }
}
