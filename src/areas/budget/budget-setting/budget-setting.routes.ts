import { Type } from 'typebox'
import { text } from '#kernel/platform/http/wire-schemas.ts'
import { areaOf } from '#areas/organisation/organisation.facade.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type RawContent, readContent } from '#kernel/engine/definition/content.ts'
import { refusalSchema } from '#kernel/engine/document/routes/document-schemas.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import { factsAsSeen } from '#kernel/engine/document/action/soft-facts.ts'
import { wireRefusal } from '#kernel/platform/http/failure.ts'
import { defineRoute } from '#kernel/platform/http/route.ts'
import { serveBudget } from '../shared/budget-served.server.ts'
import { budgetSetting } from './budget-setting.doc.ts'
import { type BudgetSettingFacts, settingOf, validityText, warnBudgetSetting } from './budget-setting.rules.ts'
import { budgetSettingDocument, settingNamesSchema } from './budget-setting.document.ts'
import { mayAnswer } from './budget-setting.facts.ts'

const SUBMIT = 'budget.setting.submit'

/** Current warnings about a setting in approval. */
async function decisionFacts(tx: Tx, context: RequestContext, document: LoadedDocument) {
  const { content } = readContent(budgetSetting, { ...document.wire, lines: document.lines } as RawContent, {
    lineLimit: budgetSetting.lineLimits.file,
  })
  const facts = await factsAsSeen<BudgetSettingFacts>(tx, context, budgetSettingDocument, 'submit', content)
  return { warnings: warnBudgetSetting(content, facts).map((warning) => wireRefusal(warning, context.language)) }
}

interface OwnerRow {
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
  readonly total: number
}

/** People who may read budgets of an area ($1: its organisation): in its organisations, or at headquarters. */
const owners = prepared<OwnerRow>(
  'budget.owners',
  `select u.account, u.name_zh, u.name_en, (count(*) over ())::int as total from app_user u
   where ($2 = '' or u.account ilike $3 or u.name_zh ilike $3 or u.name_en ilike $3) and ${mayAnswer('$1')}
   order by u.account limit $4 offset $5`,
)

const ownerList = defineRoute({
  method: 'POST',
  path: '/gs/:idc/oversea/aps/budget/owner/list',
  right: SUBMIT,
  summary: 'Who may answer for a budget of the area: people who may read its budgets',
  mode: 'read',
  params: Type.Object({ idc: Type.String({ maxLength: 16 }) }),
  body: Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    keyword: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  data: Type.Object({
    records: Type.Array(Type.Object({ account: text, name: text })),
    recordTotal: Type.Integer(),
  }),
  async handler(tx, context, { params, body }) {
    const area = await areaOf(context, tx, params.idc)
    const { page = 1, limit = 200, keyword = '' } = body
    const like = `%${keyword.replaceAll(/[\\%_]/g, '\\$&')}%`
    const rows = await tx.rows(owners(area.scopeId, keyword, like, limit, (page - 1) * limit))
    const name = context.language === 'zh' ? 'name_zh' : 'name_en'
    return {
      records: rows.map((row) => ({ account: row.account, name: row[name] })),
      recordTotal: rows[0]?.total ?? 0,
    }
  },
})

export const served = serveBudget({
  document: budgetSettingDocument,
  detail: {
    summary: 'One application to control budgets otherwise, with what each is and would be',
    names: settingNamesSchema,
    facts: { schema: Type.Object({ warnings: Type.Array(refusalSchema) }), read: decisionFacts },
  },
  check: {
    summary: 'Check an application to control budgets otherwise before it is submitted',
    warn: warnBudgetSetting,
    answer: {
      schema: { lines: Type.Array(Type.Object({ row: Type.Integer(), values: Type.Record(text, text) })) },
      read(content, facts) {
        const byCode = new Map(facts.targets.map((target) => [target.code, target]))
        return {
          lines: content.lines.flatMap(({ targetCode }, row) => {
            const old = byCode.get(targetCode)
            if (!old) return []
            const next = settingOf(content.header, old)
            const values = {
              availableAmount: old.available.toFixed(2),
              currency: old.currency,
              oldMode: old.mode,
              newMode: next.mode,
              oldTolerance: old.tolerance,
              newTolerance: next.tolerance,
              oldOwner: old.owner ?? '',
              newOwner: next.owner ?? '',
              oldValidity: validityText(old),
              newValidity: validityText(next),
            }
            return [{ row, values }]
          }),
        }
      },
    },
  },
  routes: [ownerList],
})
