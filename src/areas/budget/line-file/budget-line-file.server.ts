import { areaOf } from '#areas/organisation/organisation.facade.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import type { HeaderOf, LineOf } from '#kernel/engine/definition/definition.ts'
import { type DocumentLineFile, documentLineFile } from '#kernel/services/line-file/document-line-file.server.ts'
import type { LineFile } from '#kernel/services/line-file/line-file.server.ts'
import { codeLists } from '../country-budget/country-budget-lists.server.ts'

type BudgetLineFile<D extends AnyDocument, F> = Omit<
  DocumentLineFile<D, F>,
  'areaOf' | 'lists' | 'repeated' | 'dependsOn'
>

/** A file of the lines of a document over budgets. */
export function budgetLineFile<D extends AnyDocument, F>(
  asked: BudgetLineFile<D, F>,
): LineFile<HeaderOf<D>, LineOf<D>> {
  return documentLineFile({
    ...asked,
    areaOf,
    lists: codeLists,
    repeated: 'budget.duplicateLine',
    dependsOn: { projectCode: 'countryCode', fscId: 'subBusiCode' },
  })
}
