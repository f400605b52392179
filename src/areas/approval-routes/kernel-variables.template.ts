import { texts, variable, type VariableSpec } from '#kernel/engine/approval/approval-type.ts'

/**
 * Variables that the kernel computes for every route (kernel/engine/approval/authority.ts); the options of bands follow the table in force.
 */
export const kernelVariables: Readonly<Record<string, VariableSpec>> = {
  band: variable('text', texts('额度档', 'Band of the delegation of authority')),
  bandNo: variable('number', texts('额度档序号（从 1 起）', 'Number of the band, from 1')),
  levels: variable('list', texts('该额度档的审批层级', 'Levels of the band')),
  levelsBelow: variable('list', texts('该额度档去掉最高一级', 'Levels of the band without the last')),
  amountUsd: variable('number', texts('折合金额（报告币种）', 'Amount in the reporting currency')),
  drafterRoles: variable('list', texts('发起人的角色', 'Roles of the drafter')),
}
