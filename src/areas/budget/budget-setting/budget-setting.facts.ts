import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { ofOrganisation } from '#kernel/engine/document/fact-sight.ts'
import type { FactRequest, FactSpecs } from '#kernel/engine/document/server-document.ts'
import type { ControlMode } from '#kernel/engine/ledger/definition.ts'
import { amount } from '#kernel/base/money/money.ts'
import type { BudgetSetting, BudgetSettingContent } from './budget-setting.doc.ts'
import type { BudgetSettingFacts, SettingTarget } from './budget-setting.rules.ts'

interface AreaRow {
  readonly scope_id: number
  readonly idc_code: string
  readonly owner_exists: boolean
}

/** Whether user `u` may own budgets of an organisation: people who may read them there, in its countries or at headquarters. */
export const mayAnswer = (organisation: string): string => `u.status = 'active' and exists (
     select from user_role r join role_right g on g.role_code = r.role_code and g.right_code = 'budget.country.view'
       join organisation o on o.id = r.organisation_id
     where r.user_id = u.id and (o.id = ${organisation} or o.top_id = ${organisation} or o.parent_id is null))`

const areaAndOwner = prepared<AreaRow>(
  'budget.setting-area',
  `select a.organisation_id as scope_id, a.idc_code,
     exists (select from app_user u where u.account = $2 and ${mayAnswer('a.organisation_id')}) as owner_exists
   from area a where a.id = $1`,
)

export interface TargetRow {
  readonly id: string
  readonly code: string
  readonly scope_id: number
  readonly currency: string
  readonly is_open: boolean
  readonly mode: ControlMode
  readonly tolerance: string
  readonly owner: string | null
  readonly valid_from: string | null
  readonly valid_to: string | null
  readonly avl: string
  readonly current: string
}

const SETTING = `a.mode, trim_scale(a.tolerance)::text as tolerance, u.account as owner, t.valid_from::text, t.valid_to::text, a.avl,
  a.avl + a.hld + a.occ + a.cmt + a.acr + a.exe + a.fxv as current`
const JOINS = 'join budget_account a on a.id = t.id left join app_user u on u.id = t.owner_id'

/** Budgets ($2) of an area, or its pools of a year, by code. For a pool with several currencies, the area's. */
const targets = prepared<TargetRow>(
  'budget.setting-targets',
  `select t.id, t.code, t.scope_id, t.currency, t.state = 'open' as is_open, ${SETTING} from budget_line t ${JOINS}
   where $1 = 'line' and t.area_id = $3 and t.code = any ($2::text[])
   union all
   select t.id, t.project_pool_code, t.scope_id, t.currency, true, ${SETTING} from budget_pool t join area r on r.id = t.area_id and r.currency = t.currency
   ${JOINS} where $1 = 'pool' and t.area_id = $3 and t.year = $4 and t.project_pool_code = any ($2::text[])`,
)

export function areaRequest(content: BudgetSettingContent | null): Statement<AreaRow> {
  const header = content?.header
  return areaAndOwner(header?.areaId ?? null, header?.ownerAccount ?? null)
}

export function targetsRequest(content: BudgetSettingContent | null): Statement<TargetRow> {
  const { target = null, areaId = null, year = null } = content?.header ?? {}
  return targets(
    target,
    (content?.lines ?? []).map((line) => line.targetCode),
    areaId,
    year,
  )
}

export function readArea([row]: readonly AreaRow[]): BudgetSettingFacts['area'] {
  return row ? { scopeId: row.scope_id, idcCode: row.idc_code } : null
}

function readTargets(rows: readonly TargetRow[]): SettingTarget[] {
  return rows.map((row) => ({
    account: row.id,
    code: row.code,
    currency: row.currency,
    isOpen: row.is_open,
    mode: row.mode,
    tolerance: row.tolerance,
    owner: row.owner,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    available: amount(row.avl),
    current: amount(row.current),
  }))
}

type Request = FactRequest<BudgetSetting>

export const budgetSettingFacts: FactSpecs<BudgetSetting, BudgetSettingFacts> = {
  area: {
    actions: ['save', 'submit'],
    sight: ofOrganisation,
    statement: ({ content }: Request) => areaRequest(content),
    read: readArea,
  },
  targets: {
    actions: ['submit'],
    sight: ofOrganisation,
    statement: ({ content }: Request) => targetsRequest(content),
    read: readTargets,
  },
  ownerExists: {
    actions: ['submit'],
    sight: ofOrganisation,
    statement: ({ content }: Request) => areaRequest(content),
    read: ([row]: AreaRow[]) => row?.owner_exists ?? false,
  },
}
