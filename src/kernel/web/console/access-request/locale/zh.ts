import type { AskTexts } from './en.ts'

/** Texts for people who are refused: what is missing, and how to request it. In Chinese. */
export const zh: AskTexts = {
  label: '申请权限',
  errors: {},
  why: '为什么不能访问？',
  conditions: '条件',
  met: '满足',
  notMet: '不满足',
  unasked: '无法判断',
  ask: '申请该权限',
  askMenu: '申请权限',
  reason: '申请理由',
  send: '提交申请',
  asked: '申请已提交，请等待管理员处理。',
  askedBefore: '您已提交过该申请，请等待管理员处理。',
}
