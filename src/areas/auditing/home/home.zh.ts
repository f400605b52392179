import type { AuditingHomeTexts } from './home.en.ts'

/** Card of the audit on the home page, in Chinese. */
export const homeTexts: AuditingHomeTexts = {
  title: '近{days}天的审计',
  all: '审计日志',
  none: '近{days}天没有重要变更。',
  published: '已发布的设置',
  access: '人员权限变更',
  reassigned: '改派给他人的任务',
  viewAs: '以他人身份查看',
  refused: '被拒绝的操作',
}
