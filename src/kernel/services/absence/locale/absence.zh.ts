import type { absenceErrorTexts as english } from './absence.en.ts'

export const absenceErrorTexts: { readonly [K in keyof typeof english]: string } = {
  notFound: '该代理设置不存在',
  personUnknown: '没有账号为 {account} 的在职人员',
  oneself: '不能由本人代理本人，请另选他人',
  holdsNoTasks: '{person} 不能持有审批任务',
  lacksRight: '{person} 本人无权审批此类单据（缺少权限：“{right}”）',
  outside: '{person} 不负责相关组织',
  circle: '{person} 在此期间也不在岗，代理关系会绕回本人，请选择在岗人员',
  overlaps: '{from} 至 {to} 这些事项已由 {person} 代理，请先结束该设置或改选时段',
  endsBeforeStart: '结束时间必须晚于开始时间',
  startsInThePast: '开始时间最早为今天',
  endsInThePast: '该时段已过',
  typeUnknown: '没有“{type}”这一单据类型',
  organisationUnknown: '组织 {organisation} 不存在，或不在该人员负责范围内',
  currencyMissing: '填写金额时必须选择币种',
  currencyUnknown: '没有币种 {currency}',
  amountInvalid: '请输入大于 0 且最多两位小数的金额',
  alreadyOver: '该代理设置已结束',
}
