import type { FactRequest, FactSpecs, RowLockSpec } from '#kernel/engine/document/server-document.ts'
import { ofOrganisation } from '#kernel/engine/document/fact-sight.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { BudgetTransfer, BudgetTransferContent } from './budget-transfer.doc.ts'
import { type BudgetTransferFacts, receiving } from './budget-transfer.rules.ts'
import {
  type LineRow,
  linesOfDocument,
  linesRequest,
  masterRequest,
  readLines,
  readMaster,
} from '../country-budget/line-facts.server.ts'
import { holdMasters, type MasterFacts } from '../shared/master.queries.ts'

type Request = FactRequest<BudgetTransfer>
type FactsRequest = Pick<Request, 'content' | 'documentId'>

/** For the giving area only pool, department and currency are checked: its budgets have the rest themselves. */
export function giverRequest(content: BudgetTransferContent | null): Statement<MasterFacts> {
  return masterRequest(content && { header: content.header, lines: [] })
}

export function receiverRequest(content: BudgetTransferContent | null): Statement<MasterFacts> {
  return masterRequest(content && { header: receiving(content.header), lines: content.lines })
}

const storedReceivers = linesOfDocument('budget_transfer', 'to_area_id')
const NOTHING = prepared<LineRow>('budget.no-lines', 'select null where false')

export function fromRequest({ content }: FactsRequest): Statement<LineRow> {
  if (!content) return NOTHING()
  return linesRequest(
    content.header,
    content.lines.map((line) => line.fromBudgetCode),
    [],
  )
}

export function toRequest({ content, documentId }: FactsRequest): Statement<LineRow> {
  return content ? linesRequest(receiving(content.header), [], content.lines) : storedReceivers(documentId)
}

export const budgetTransferFacts: FactSpecs<BudgetTransfer, BudgetTransferFacts> = {
  giver: {
    actions: ['save', 'submit'],
    sight: ofOrganisation,
    statement: ({ content }) => giverRequest(content),
    read: (rows, { content }) => readMaster(content?.header.areaId ?? null, rows),
  },
  receiver: {
    actions: ['submit'],
    sight: ofOrganisation,
    statement: ({ content }) => receiverRequest(content),
    read: (rows, { content }) => readMaster(content?.header.toAreaId ?? null, rows),
  },
  // Budgets of the content, only within its areas.
  from: { actions: ['submit'], sight: { accompanies: 'giver' }, statement: fromRequest, read: readLines },
  to: { actions: ['submit', 'approve'], sight: { accompanies: 'receiver' }, statement: toRequest, read: readLines },
}

export const budgetTransferLocks: RowLockSpec<BudgetTransfer> = {
  actions: ['submit'],
  statement: ({ content }) =>
    holdMasters(
      content?.header,
      content ? [...new Set([content.header.areaId, content.header.toAreaId])] : [],
      (content?.lines ?? []).map((line) => line.projectCode),
    ),
}
