import { prepared } from '#kernel/platform/db/statement.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import type { LedgerAccounts } from '#kernel/engine/ledger/accounts.ts'
import { budgetLedger } from '../budget.ledger.ts'

interface AccountRow {
  readonly id: string
  readonly kind: 'pool' | 'line'
  readonly code: string
  readonly name_zh: string
  readonly name_en: string
  readonly year: number
}

/** Pools and lines among ledger accounts, for documents that the caller decides. */
const accountNames = prepared<AccountRow>(
  'budget.account-names',
  `select p.id, 'pool' as kind, p.project_pool_code as code, n.name_zh, n.name_en, p.year
     from budget_pool p join project_pool n on n.code = p.project_pool_code where p.id = any ($1::bigint[])
   union all
   select l.id, 'line', l.code, coalesce(j.name_zh, l.project_code), coalesce(j.name_en, l.project_code), l.year
     from budget_line l left join project j on j.code = l.project_code where l.id = any ($1::bigint[])`,
)

/** Buckets by their amounts' names in lists. */
const AMOUNTS: Readonly<Record<string, string>> = {
  avl: 'available',
  hld: 'held',
  occ: 'occupied',
  cmt: 'committed',
  acr: 'accrued',
  exe: 'executed',
}

export const budgetAccounts: LedgerAccounts = {
  ledger: budgetLedger,
  bucketLabel: (language, bucket) => textAt(language, `budget.page.buckets.${AMOUNTS[bucket] ?? bucket}`),
  async names(tx, language, ids) {
    const rows = await tx.rows(accountNames(ids))
    return new Map(
      rows.map((row) => [
        row.id,
        {
          name: `${row.code} / ${language === 'zh' ? row.name_zh : row.name_en}`,
          url: row.kind === 'line' ? `/budget/pc/country/list?idcCode=all&budgetCode=${row.code}` : null,
        },
      ]),
    )
  },
}
