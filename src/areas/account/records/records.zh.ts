import type { AccountRecordTexts } from './records.en.ts'

/** Texts of the area's records in Chinese. */
export const records: AccountRecordTexts = {
  user: {
    label: '账号',
    title: '用户',
    many: '人员',
    uses: { superiorAccount: '下属' },
    views: { app: 'App账号' },
    example: '印度新员工',
    fields: {
      account: '账号',
      nameZh: '中文姓名',
      nameEn: '英文姓名',
      kind: '使用端',
      jobTitle: '职位',
      organisationCode: '组织',
      superiorAccount: '上级',
      email: '邮箱',
      language: '语言',
      resignedOn: '离职日期',
      successorAccount: '工作交接人',
    },
    options: { kind: { pc: 'PC端', app: 'App端' }, language: { zh: '中文', en: '英文' } },
    states: { draft: '未激活', approved: '待激活', enabled: '已激活', disabled: '已停用', resigned: '已离职' },
    leaving: {
      title: '此人离职时',
      goes: '移交给{name}：待办 {tasks} 项、草稿及退回单据 {drafts} 份、共享视图 {views} 个。',
      nobody:
        '无人交接：待办 {tasks} 项、草稿及退回单据 {drafts} 份、共享视图 {views} 个将保持不变。请指定工作交接人或上级。',
      ends: '结束代理 {delegations} 项，删除个人视图和通知设置。',
    },
  },
}
