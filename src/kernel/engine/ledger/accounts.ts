import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { ControlMode, LedgerDefinition } from './definition.ts'

/** Name of an account for people, and the page that shows it. */
export interface AccountName {
  readonly name: string
  readonly url: string | null
}

/** The presentation of a ledger, registered by its area. */
export interface LedgerAccounts {
  readonly ledger: LedgerDefinition
  readonly names: (tx: Tx, language: Language, ids: readonly string[]) => Promise<ReadonlyMap<string, AccountName>>
  readonly bucketLabel: (language: Language, bucket: string) => string
}

/** An account with its buckets as columns, decimal texts. */
export interface AccountRow {
  readonly id: string
  readonly currency: string
  readonly mode: ControlMode
  readonly [bucket: string]: string
}

/** Current accounts. */
export function accountsNow(ledger: LedgerDefinition, ids: readonly string[]): Statement<AccountRow> {
  return {
    name: `ledger.accounts-now.${ledger.name}`,
    text: `select id, currency, mode, ${ledger.buckets.join(', ')} from ${ledger.table} where id = any ($1::bigint[]) order by id`,
    values: [ids],
  }
}
