import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { ControlMode } from '#kernel/engine/ledger/definition.ts'
import { type Amount, amountText, zero } from '#kernel/base/money/money.ts'
import { budgetErrors } from '../budget.errors.ts'
import { toleratedBy } from './control.rules.ts'
import type { BudgetSettingContent, BudgetSettingHeader } from './budget-setting.doc.ts'

/** The control of a budget or a pool. */
export interface BudgetSettingFact {
  readonly mode: ControlMode
  /** Percent, without trailing zeros. */
  readonly tolerance: string
  /** Account of the owner. */
  readonly owner: string | null
  readonly validFrom: string | null
  readonly validTo: string | null
}

/** A budget or pool of a setting, in its current state. */
export interface SettingTarget extends BudgetSettingFact {
  readonly account: string
  readonly code: string
  readonly currency: string
  readonly isOpen: boolean
  readonly available: Amount
  readonly current: Amount
}

export interface BudgetSettingFacts {
  readonly area: { readonly scopeId: number; readonly idcCode: string } | null
  readonly targets: readonly SettingTarget[]
  /** Whether the new owner's account exists and is active. */
  readonly ownerExists: boolean
}

/** The control of a target after approval: empty header fields keep the current value. */
export function settingOf(header: BudgetSettingHeader, old: BudgetSettingFact): BudgetSettingFact {
  const isAlways = header.validity === 'always'
  return {
    mode: header.mode === 'keep' ? old.mode : header.mode,
    tolerance: header.tolerance === null ? old.tolerance : String(header.tolerance),
    owner: header.owner === 'keep' ? old.owner : header.owner === 'none' ? null : header.ownerAccount,
    validFrom: header.validity === 'keep' ? old.validFrom : isAlways ? null : header.validFrom,
    validTo: header.validity === 'keep' ? old.validTo : isAlways ? null : header.validTo,
  }
}

export function sameSetting(one: BudgetSettingFact, other: BudgetSettingFact): boolean {
  return (['mode', 'tolerance', 'owner', 'validFrom', 'validTo'] as const).every((key) => one[key] === other[key])
}

/** `2026-01-01 – 2026-12-31`, the last day excluded; empty where it is always valid. */
export function validityText({ validFrom, validTo }: Pick<BudgetSettingFact, 'validFrom' | 'validTo'>): string {
  return validFrom === null && validTo === null ? '' : `${validFrom ?? '…'} – ${validTo ?? '…'}`
}

/** It allows a new or larger overdraft, which headquarters' finance must approve as well. */
export function overrides({ mode, tolerance }: Pick<BudgetSettingHeader, 'mode' | 'tolerance'>): boolean {
  return mode === 'advisory' || mode === 'tracking' || (tolerance ?? 0) > 0
}

/** All current refusals of a setting. Pure: shared by soft check and submit. */
export function checkBudgetSetting({ header, lines }: BudgetSettingContent, facts: BudgetSettingFacts): Refusal[] {
  const byCode = new Map(facts.targets.map((target) => [target.code, target]))
  const first = new Map<string, number>()
  return [
    ...checkHeader(header, facts),
    ...lines.flatMap(({ targetCode }, row) => {
      const at = { field: 'targetCode', row }
      const before = first.get(targetCode)
      if (before !== undefined) return [budgetErrors.duplicateLine({ first: before + 1 }, at)]
      first.set(targetCode, row)
      const target = byCode.get(targetCode)
      if (!target) return [budgetErrors.budgetUnknown({ budgetCode: targetCode }, at)]
      if (!target.isOpen) return [budgetErrors.budgetNotOpen({ budgetCode: targetCode }, at)]
      const next = settingOf(header, target)
      return [
        ...(sameSetting(target, next) ? [budgetErrors.settingSame({ code: targetCode }, at)] : []),
        // The combination of a kept end and a new one must be valid, too.
        ...(next.validFrom !== null && next.validTo !== null && next.validFrom >= next.validTo
          ? [budgetErrors.validityEmpty({}, { field: 'validTo' })]
          : []),
      ]
    }),
  ]
}

function checkHeader(header: BudgetSettingHeader, { area, ownerExists }: BudgetSettingFacts): Refusal[] {
  const { mode, tolerance, owner, ownerAccount, validity, validFrom, validTo } = header
  const refusals: Refusal[] = []
  if (area?.idcCode !== header.idcCode) refusals.push(budgetErrors.areaMismatch({}, { field: 'areaId' }))
  if (mode === 'keep' && tolerance === null && owner === 'keep' && validity === 'keep')
    refusals.push(budgetErrors.settingNothing({}, { field: 'mode' }))
  // Only an absolute control has a limit to which a tolerance applies.
  if (tolerance !== null && (mode === 'advisory' || mode === 'tracking'))
    refusals.push(budgetErrors.toleranceOfAbsolute({}, { field: 'tolerance' }))
  if (owner === 'person' && (!ownerAccount || !ownerExists))
    refusals.push(budgetErrors.ownerUnknown({ account: ownerAccount ?? '' }, { field: 'ownerAccount' }))
  if (validity === 'between' && !validFrom && !validTo)
    refusals.push(budgetErrors.validityEmpty({}, { field: 'validFrom' }))
  return refusals
}

/** Warnings: an overdrawn budget cannot be spent from until it is funded again. */
export function warnBudgetSetting({ header, lines }: BudgetSettingContent, facts: BudgetSettingFacts): Refusal[] {
  const byCode = new Map(facts.targets.map((target) => [target.code, target]))
  return lines.flatMap(({ targetCode: code }, row) => {
    const target = byCode.get(code)
    if (!target || target.available.gte(zero)) return []
    const next = settingOf(header, target)
    const over = target.available.times(-1)
    if (next.mode !== 'absolute' || over.lte(toleratedBy({ ...target, tolerance: next.tolerance }))) return []
    return [
      budgetErrors.overdrawnNow(
        { code, over: amountText(over), currency: target.currency },
        { field: 'targetCode', row },
      ),
    ]
  })
}
