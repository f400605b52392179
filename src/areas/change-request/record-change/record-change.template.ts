import { levelWhen } from '#areas/approval-routes/levels.template.facade.ts'
import { type ApprovalType, role, step, texts, variable } from '#kernel/engine/approval/approval-type.ts'

/** Change of master data (decision 037): for any record, approved by at least two people other than the requester. */
export const recordChangeType: ApprovalType = {
  code: 'record_change',
  place: 19,
  name: texts('主数据变更', 'Master data change'),
  version: 2,
  process: 'new',
  variables: {
    changeKind: variable('text', texts('变更类型', 'Kind of change'), ['new', 'change']),
    recordKind: variable('text', texts('记录类别', 'Kind of record')),
    fields: variable('list', texts('变更的字段', 'Fields that change')),
  },
  steps: [
    step(
      'administrator',
      texts('另一位管理员', 'Another administrator'),
      role('itAdmin'),
      texts(
        '账号变更由另一位管理员批准，既非申请人也非账号本人',
        'An account is changed by two administrators, neither of whom it is',
      ),
      { when: 'recordKind = "user"', empty: 'administrator' },
    ),
    levelWhen(
      'countryFinance',
      'recordKind != "user"',
      texts('国家财务核对凭证', 'Country finance checks the evidence'),
    ),
    levelWhen(
      'regionalFinance',
      'recordKind != "user"',
      texts('大区财务总监批准变更', 'The regional finance director approves the change'),
    ),
    step(
      'hqBudget',
      texts('总部预算负责人', 'HQ budget owner'),
      role('hqBudget'),
      texts('财务自己申请的变更由总部预算负责人决定', 'What finance itself asks for is decided by the HQ budget owner'),
      {
        when: 'recordKind != "user" and (list contains(drafterRoles, "regionalFinance") or list contains(drafterRoles, "hqFinance"))',
      },
    ),
  ],
}
