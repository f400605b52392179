import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { optionalStateColumn } from '#kernel/web/console/list/columns.tsx'
import type { DocumentRow, ShownOfList } from '#kernel/web/console/list/document/document-list.ts'
import { settlementStateOf } from '../settlement/settlement-state.ts'
import { schemeExecute } from './scheme-execute.doc.ts'

const COLOURS = { pendingSettle: 'blue', settled: 'green', settledFailure: 'red' } as const

/** The list of claims, with the state of each one's settlement beside its own. */
export function shown(): ShownOfList {
  const texts = documentTexts(schemeExecute)
  const settlement = optionalStateColumn<DocumentRow, keyof typeof COLOURS>(
    'settlementState',
    texts.text('settlement.title'),
    {
      state: settlementStateOf,
      colours: COLOURS,
      text: (state) => texts.text(`settlement.payment.${state}`),
    },
  )
  const names: readonly string[] = schemeExecute.list.columns
  return { columns: names.flatMap((name) => (name === 'state' ? [name, settlement] : [name])) }
}
