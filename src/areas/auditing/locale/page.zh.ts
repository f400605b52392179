import type { AuditingPageTexts } from './page.en.ts'

/** 审计页面的文字。 */
export const auditingPage: AuditingPageTexts = {
  title: '审计日志',
  empty: '暂无记录',
  fields: {
    at: '时间',
    kind: '类型',
    actor: '操作人',
    behalf: '代表',
    action: '动作',
    type: '对象',
    subject: '单号、编码或调用地址',
    address: '网络地址',
    request: '请求编号',
    before: '变更前',
    after: '变更后',
    more: '其他内容',
  },
  kinds: { change: '变更', call: '调用', refusal: '被拒绝', read: '查看' },
  actorHint: '账号',
}
