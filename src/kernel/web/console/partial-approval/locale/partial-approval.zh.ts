import type { PartialApprovalTexts } from './partial-approval.en.ts'

/** Texts of partial approval, in Chinese. */
export const reduce: PartialApprovalTexts = {
  open: '核减金额…',
  title: '核减金额',
  hint: '不核减的行保持原值；需要核减的行请填写批准金额。此前审批人核减的结果已计入。',
  asked: '申请金额',
  stands: '此前核减后',
  approved: '批准金额',
  off: '核减',
  line: '第 {line} 行批准金额',
  reason: '核减原因',
  total: '合计',
  gaps: { reason: '请填写核减原因', amounts: '部分金额无法识别或超出上限', nothingLeft: '核减后金额为零，请改为驳回' },
  tooMuch: '最多 {most}',
  notAmount: '请输入最多两位小数的金额',
  find: '查找明细行',
  more: '再显示 {count} 行',
}
