import { sql } from 'kysely'
import { yearIn } from '#kernel/base/clock/zone-day.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { statementOf } from '#kernel/platform/db/statement.ts'
import { cardOf, homeRow, type HomeSource } from '#kernel/services/home/home-source.ts'
import { budgetLedger } from '../budget.ledger.ts'

const LIST = '/budget/pc/country/list'
const SHOWN = 5
/** From so much use on a budget is nearly used, in percent. */
const NEARLY = 80
/** The latest budgets that passed a mark of use are looked at: the older ones have been told of. */
const LOOKED_AT = 1000

/** Budgets of this year of which little is left: the ledger has marked them when they passed a mark of use. */
const nearlyUsed: HomeSource = {
  key: 'nearlyUsed',
  group: 'runsOut',
  order: 5,
  right: 'budget.country.view',
  async read(tx, { principal, language, now }) {
    const text = (key: string, params: Readonly<Record<string, string | number>> = {}) =>
      interpolate(textAt(language, `budget.home.${key}`), params)
    const used = sql<number>`floor((a.occ + a.cmt + a.acr + a.exe) * 100 / (a.avl + a.hld + a.occ + a.cmt + a.acr + a.exe + a.fxv))::int`
    const rows = await tx.rows(
      statementOf(
        scoped(principal, 'budget_line')
          .innerJoin('budget_account as a', 'a.id', 'budget_line.id')
          .leftJoin('project as p', 'p.code', 'budget_line.project_code')
          .where(
            sql<boolean>`budget_line.id in (select m.account_id from (select account_id, ledger from ledger_use_mark order by id desc limit ${sql.lit(LOOKED_AT)}) m
              where m.ledger = ${budgetLedger.name})`,
          )
          .where('budget_line.year', '=', yearIn(principal.timezone, now))
          .where('budget_line.state', '=', 'open')
          .where(sql<boolean>`(a.avl + a.hld + a.occ + a.cmt + a.acr + a.exe + a.fxv) > 0`)
          .where(sql<boolean>`${used} >= ${sql.lit(NEARLY)}`)
          .select([
            'budget_line.code',
            'budget_line.currency',
            'budget_line.project_code as project',
            'budget_line.budget_dept_code as department',
            sql<string>`budget_line.year || '-' || lpad(budget_line.month::text, 2, '0')`.as('month'),
            sql<string | null>`${sql.ref(`p.name_${language}`)}`.as('name'),
            'a.avl',
            used.as('used'),
          ])
          .orderBy(used, 'desc')
          .orderBy('budget_line.id')
          .limit(SHOWN),
      ),
    )
    return cardOf({
      title: text('nearlyUsed'),
      link: { text: text('lines'), url: LIST, mobileUrl: LIST },
      rows: rows.map(({ code, currency, project, department, month, name, avl, used: percent }) =>
        homeRow({
          key: code,
          title: [name ?? project, department, month].filter(Boolean).join(' · '),
          detail: text('used', { code, percent, left: `${formatAmount(avl)} ${currency}` }),
          tone: percent >= 100 ? 'bad' : 'warn',
          url: `${LIST}?idcCode=all&budgetCode=${code}`,
        }),
      ),
    })
  },
}

export const budgetCards: readonly HomeSource[] = [nearlyUsed]
