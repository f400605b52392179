import { budgetLedger } from '#areas/budget/budget.ledger.ts'
import { fundsLedger } from '#areas/funds/funds.ledger.ts'
import type { LedgerDefinition } from '#kernel/engine/ledger/definition.ts'

/** All ledgers: `ledger_post` is generated from them (kernel/engine/ledger/post-sql.ts). */
export const ledgers: readonly LedgerDefinition[] = [budgetLedger, fundsLedger]
