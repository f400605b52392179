import { type ApprovalType, role, step, texts, variable } from '../approval-type.ts'
import { levelWhen } from './levels.template.ts'

/** Change of master data (decision 037): of any record, by two people at least who did not ask for it. */
export const recordChangeType: ApprovalType = {
  code: 'record_change',
  name: texts('主数据变更', 'Master data change'),
  version: 1,
  process: 'new',
  variables: {
    changeKind: variable('text', texts('变更类型', 'Kind of change'), ['new', 'change']),
    recordKind: variable('text', texts('记录类别', 'Kind of record')),
    fields: variable('list', texts('变更的字段', 'Fields that change')),
  },
  steps: [
    levelWhen('countryFinance', null, texts('国家财务核对凭证', 'Country finance checks the evidence')),
    levelWhen(
      'regionalFinance',
      null,
      texts('大区财务总监批准变更', 'The regional finance director approves the change'),
    ),
    step(
      'hqBudget',
      texts('总部预算负责人', 'HQ budget owner'),
      role('hqBudget'),
      texts('财务自己申请的变更由总部预算负责人决定', 'What finance itself asks for is decided by the HQ budget owner'),
      { when: 'list contains(drafterRoles, "regionalFinance") or list contains(drafterRoles, "hqFinance")' },
    ),
  ],
}
