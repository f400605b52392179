import { flag, role, step, type Texts, texts, type VariableSpec } from '#kernel/engine/approval/approval-type.ts'
import type { TemplateStep } from '#kernel/engine/approval/approval-route.ts'

// Levels of the delegation of authority as steps. The table of bands decides which of them a document needs: each step
// checks whether its level is in the document's band.

interface Level {
  readonly name: Texts
  readonly rule: Texts
}

const LEVELS = {
  firstLevel: {
    name: texts('一级审批（团队主管或经理）', 'TL or Manager'),
    rule: texts(
      '授权表：各额度档均由团队主管或经理先审',
      'Delegation of authority: a TL or Manager decides first in every band',
    ),
  },
  rsm: {
    name: texts('区域销售经理 RSM', 'RSM'),
    rule: texts('授权表：T1 及以上需区域销售经理', 'Delegation of authority: RSM from band T1'),
  },
  countryFinance: {
    name: texts('国家财务', 'Country finance'),
    rule: texts('授权表：T1 及以上需国家财务', 'Delegation of authority: country finance from band T1'),
  },
  rcsm: {
    name: texts('区域渠道销售经理 RCSM', 'RCSM'),
    rule: texts('授权表：T2 及以上需区域渠道销售经理', 'Delegation of authority: RCSM from band T2'),
  },
  rsd: {
    name: texts('区域销售总监 RSD', 'RSD'),
    rule: texts('授权表：T2 及以上需区域销售总监', 'Delegation of authority: RSD from band T2'),
  },
  regionalFinance: {
    name: texts('大区财务总监', 'Regional finance director'),
    rule: texts('授权表：T3 及以上需大区财务总监', 'Delegation of authority: regional finance director from band T3'),
  },
  hqOwner: {
    name: texts('总部业务负责人', 'HQ business owner'),
    rule: texts(
      '授权表：T4（大额、低于底线毛利、已关账期间或核销）需总部业务负责人',
      'Delegation of authority: HQ business owner in band T4 (large, below-floor margin, closed period or write-off)',
    ),
  },
  hqFinance: {
    name: texts('总部财务', 'HQ finance'),
    rule: texts(
      '授权表：T4（大额、低于底线毛利、已关账期间或核销）需总部财务',
      'Delegation of authority: HQ finance in band T4 (large, below-floor margin, closed period or write-off)',
    ),
  },
} as const satisfies Readonly<Record<string, Level>>

export type LevelCode = keyof typeof LEVELS

/** `levelsBelow` omits the last level of the band: what domain.md calls one level shorter. */
export function level(code: LevelCode, among: 'levels' | 'levelsBelow' = 'levels'): TemplateStep {
  const { name, rule } = LEVELS[code]
  return step(code, name, role(code), rule, { when: `list contains(${among}, "${code}")` })
}

export function levels(among: 'levels' | 'levelsBelow', ...codes: readonly LevelCode[]): TemplateStep[] {
  return codes.map((code) => level(code, among))
}

/** A level that this document needs for another reason, whatever its band. */
export function levelWhen(code: LevelCode, when: string | null, rule: Texts): TemplateStep {
  return step(code, LEVELS[code].name, role(code), rule, when === null ? {} : { when })
}

/** Conditions that raise a document into the last band whatever its amount. */
export const RAISING = {
  belowFloor: flag('毛利低于底线', 'Margin below the floor'),
  closedPeriod: flag('涉及已关账期间', 'Of a closed period'),
  writeOff: flag('核销（坏账）', 'Write-off (bad debt)'),
  retro: flag('追溯（先执行后审批）', 'Retroactive (begins before its approval)'),
} as const satisfies Readonly<Record<string, VariableSpec>>
