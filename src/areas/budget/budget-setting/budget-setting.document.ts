import { Type } from 'typebox'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Ended } from '#kernel/engine/document/hook-inputs.ts'
import { bindDocument } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { budgetErrors } from '../budget.errors.ts'
import { type BudgetSetting, budgetSetting } from './budget-setting.doc.ts'
import {
  type BudgetSettingFacts,
  checkBudgetSetting,
  overrides,
  settingOf,
  validityText,
} from './budget-setting.rules.ts'
import { budgetSettingFacts, mayAnswer } from './budget-setting.facts.ts'
import type { Principal, RequestContext } from '#kernel/platform/access/principal.ts'
import { titledBudgets } from '../shared/budget-names.server.ts'

const byCode = Type.Record(Type.String(), Type.String())
export const settingNamesSchema = Type.Object({ areas: byCode, people: byCode, modes: byCode, targets: byCode })

const named = prepared<{ kind: 'areas' | 'people' | 'targets'; code: string; zh: string; en: string }>(
  'budget.setting-names',
  `select 'areas' as kind, id::text as code, name_zh as zh, name_en as en from area where id = any ($1::int[])
   union all select 'people', u.account, u.account || ' / ' || u.name_zh, u.account || ' / ' || u.name_en from app_user u where u.account = any ($2::text[])
     and ($4::int[] is null or u.scope_id = any ($4::int[])
       or exists (select from area w where w.id = any ($1::int[]) and w.organisation_id = any ($4::int[]) and ${mayAnswer('w.organisation_id')}))
   union all select 'targets', code, code || ' / ' || name_zh, code || ' / ' || name_en from project_pool where code = any ($3::text[])
   union all select 'targets', l.code, concat_ws(' ', l.code || ' /', c.name_zh, coalesce(j.name_zh, l.project_code)),
     concat_ws(' ', l.code || ' /', c.name_en, coalesce(j.name_en, l.project_code))
   from budget_line l left join country c on c.code = l.country_code left join project j on j.code = l.project_code
   where l.code = any ($3::text[]) and l.area_id = any ($1::int[]) and ($4::int[] is null or l.scope_id = any ($4::int[]))`,
)

type Values = Readonly<Record<string, unknown>>
const MODES = ['absolute', 'advisory', 'tracking'] as const

async function namesFor(
  tx: Tx,
  language: Language,
  headers: readonly Values[],
  lines: readonly Values[],
  writer?: Pick<Principal, 'scope'>,
) {
  const texts = (rows: readonly Values[], ...fields: readonly string[]) => [
    ...new Set(rows.flatMap((row) => fields.flatMap((field) => (typeof row[field] === 'string' ? [row[field]] : [])))),
  ]
  const people = [...texts(headers, 'ownerAccount'), ...texts(lines, 'oldOwner', 'newOwner')]
  const areas = headers.map(({ areaId }) => Number(areaId)).filter(Number.isSafeInteger)
  // Null: all organisations. Readers other than the writer see names from the document.
  const known = writer === undefined || writer.scope === 'all' ? null : writer.scope
  const rows = await tx.rows(named(areas, people, texts(lines, 'targetCode'), known))
  const label = (mode: string) => textAt(language, `budget.documents.${budgetSetting.name}.options.mode.${mode}`)
  const names = {
    areas: {} as Record<string, string>,
    people: {} as Record<string, string>,
    targets: {} as Record<string, string>,
    modes: Object.fromEntries(MODES.map((mode) => [mode, label(mode)])),
  }
  for (const row of rows) names[row.kind][row.code] = row[language]
  return names
}

/**
 * Writes the approved changes, if each target is still as the approvers saw it; its account is locked first, in posting
 * order, so that nobody posts meanwhile.
 */
const holdAccounts = prepared(
  'budget.setting-hold',
  `select id from budget_account where id = any ($1::bigint[]) order by id for update`,
)
const settingLines = prepared<{ id: string; target_code: string; moved: boolean }>(
  'budget.setting-lines',
  `select a.id, x.target_code, (x.old_mode, x.old_tolerance, coalesce(x.old_owner, ''), coalesce(x.old_from, ''), coalesce(x.old_to, ''))
       is distinct from (a.mode, trim_scale(a.tolerance)::text, coalesce(u.account, ''), coalesce(t.valid_from::text, ''), coalesce(t.valid_to::text, '')) as moved
   from budget_setting d join (select l.*, nullif(split_part(l.old_validity, ' – ', 1), '…') as old_from, nullif(split_part(l.old_validity, ' – ', 2), '…') as old_to
     from budget_setting_line l) x on x.document_id = d.id and x.round = d.round
   join (select id, code, area_id, null::int as year, null as currency, owner_id, valid_from, valid_to from budget_line
     union all select p.id, p.project_pool_code, p.area_id, p.year, p.currency, p.owner_id, p.valid_from, p.valid_to from budget_pool p) t
     on t.area_id = d.area_id and t.code = x.target_code and (t.year is null) = (d.target = 'line') and coalesce(t.year, d.year) = d.year
   join area r on r.id = d.area_id and coalesce(t.currency, r.currency) = r.currency
   join budget_account a on a.id = t.id left join app_user u on u.id = t.owner_id
   where d.id = $1 order by x.line_no`,
)
const setControl = prepared(
  'budget.set-control',
  `update budget_account a set mode = case d.mode when 'keep' then a.mode else d.mode end, tolerance = coalesce(d.tolerance, a.tolerance)
   from budget_setting d where d.id = $1 and a.id = any ($2::bigint[])`,
)
const setTarget = (target: 'budget_line' | 'budget_pool') =>
  prepared(
    `budget.set-${target}`,
    `update ${target} t set owner_id = case d.owner when 'keep' then t.owner_id when 'none' then null else (select id from app_user where account = d.owner_account) end,
       valid_from = case d.validity when 'keep' then t.valid_from when 'always' then null else d.valid_from end,
       valid_to = case d.validity when 'keep' then t.valid_to when 'always' then null else d.valid_to end
     from budget_setting d where d.id = $1 and t.id = any ($2::bigint[])`,
  )
const setLine = setTarget('budget_line')
const setPool = setTarget('budget_pool')

async function apply(tx: Tx, _context: RequestContext, { id }: Ended): Promise<void> {
  const ids = (await tx.rows(settingLines(id))).map((row) => row.id)
  await tx.rows(holdAccounts(ids))
  const lines = await tx.rows(settingLines(id))
  const moved = lines.flatMap(({ target_code: code, moved: hasMoved }, row) =>
    hasMoved ? [budgetErrors.settingMoved({ code }, { field: 'targetCode', row })] : [],
  )
  if (moved.length > 0) throw new Refused(moved)
  await tx.flight([setControl(id, ids), setLine(id, ids), setPool(id, ids)])
}

export const budgetSettingDocument = bindDocument<BudgetSetting, BudgetSettingFacts>({
  definition: budgetSetting,
  load: {
    facts: budgetSettingFacts,
    scopeOf: ({ area }) => area?.scopeId ?? null,
    organisationOf: (content) => content.header.idcCode,
  },
  validate: {
    check: checkBudgetSetting,
  },
  derive: {
    computed: () => ({}),
    computedLines: ({ header, lines }, { targets }) => {
      const byCode = new Map(targets.map((target) => [target.code, target]))
      return lines.map(({ targetCode }) => {
        const old = byCode.get(targetCode)
        if (!old) return {}
        const next = settingOf(header, old)
        return {
          availableAmount: amountText(old.available),
          currency: old.currency,
          oldMode: old.mode,
          newMode: next.mode,
          oldTolerance: old.tolerance,
          newTolerance: next.tolerance,
          oldOwner: old.owner,
          newOwner: next.owner,
          oldValidity: validityText(old),
          newValidity: validityText(next),
        }
      })
    },
    variables: ({ header }) => ({ overrides: overrides(header), target: header.target, mode: header.mode }),
  },
  present: {
    names: namesFor,
    titled: titledBudgets,
    taskFacts: ['mode'],
  },
  post: {
    plans: {},
    within: { approve: apply },
  },
})
