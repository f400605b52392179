import { foundThing } from '#kernel/services/find/found-thing.ts'
import type { FindSource } from '#kernel/services/find/find-source.ts'
import { textsIn } from '#kernel/engine/read-list/list-file.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { statementOf } from '#kernel/platform/db/statement.ts'
import { FUNDS_LISTS } from '../lists/funds.list.ts'
import { fundsPage as en } from '../locale/page.en.ts'
import { fundsPage as zh } from '../locale/page.zh.ts'

const words = textsIn({ fundsPage: { en, zh } })

/** Invoices and notes by their whole number, as it stands on paper. */
export const invoiceFinder: FindSource = {
  kind: 'invoices',
  title: 'funds.invoices',
  icon: 'table',
  right: FUNDS_LISTS.invoice.right,
  async find(tx, { principal, language }, { word, most }) {
    const rows = await tx.rows(
      statementOf(
        scoped(principal, 'customer_invoice')
          .leftJoin('customer as k', 'k.code', 'customer_invoice.customer_code')
          .where('customer_invoice.no', 'in', [...new Set([word, word.toUpperCase()])])
          .select([
            'customer_invoice.no',
            'customer_invoice.kind',
            'customer_invoice.customer_code',
            'customer_invoice.gross',
            'customer_invoice.currency',
            `k.name_${language} as name`,
          ])
          .orderBy('customer_invoice.id', 'desc')
          .limit(most),
      ),
    )
    return rows.map(({ no, kind, customer_code: customer, gross, currency, name }) => {
      const query = `?no=${encodeURIComponent(no)}`
      return foundThing({
        key: no,
        title: no,
        hint: `${words(language)(`fundsPage.words.kind.${kind}`)} · ${name ?? customer} · ${formatAmount(gross)} ${currency}`,
        url: `/funds/pc/invoice${query}`,
        mobileUrl: `/funds/mobile/invoice${query}`,
      })
    })
  },
}
