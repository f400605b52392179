import { type ApprovalType, flag, role, step, texts, variable } from '#kernel/engine/approval/approval-type.ts'
import { levelWhen } from './levels.template.facade.ts'

// Approval routes of documents that are not built yet; each moves to its document once that is built.

/** Contract (domain.md 2.15). */
export const contract: ApprovalType = {
  code: 'contract',
  place: 15,
  name: texts('合同审批', 'Contract'),
  version: 1,
  process: 'new',
  variables: {
    contractType: variable('text', texts('合同类型', 'Contract type'), [
      'framework',
      'annualRebate',
      'creditPledge',
      'agency',
    ]),
  },
  steps: [
    step(
      'channelManager',
      texts('渠道经理', 'Channel manager'),
      role('channelManager'),
      texts('渠道经理对客户关系负责', 'The channel manager answers for the customer'),
    ),
    levelWhen('rsd', null, texts('区域销售总监确认商务条款', 'The RSD confirms the commercial terms')),
    step(
      'legal',
      texts('法务', 'Legal'),
      role('legal'),
      texts('法务审核条款与签约主体', 'Legal checks the terms and who signs'),
    ),
    levelWhen('countryFinance', null, texts('财务确认账期与额度', 'Finance confirms payment terms and credit')),
    levelWhen('hqOwner', null, texts('合同由总部业务负责人终审', 'A contract ends at the HQ business owner')),
  ],
}

/** Recharge (domain.md 2.16): raised by sales for the customer. */
export const recharge: ApprovalType = {
  code: 'recharge',
  place: 16,
  name: texts('充值', 'Recharge'),
  version: 1,
  process: 'new',
  variables: { thirdPartyPayer: flag('第三方付款', 'Paid by a third party') },
  steps: [
    levelWhen('countryFinance', null, texts('国家财务匹配银行流水', 'Country finance matches the bank line')),
    step(
      'treasury',
      texts('资金管理', 'Treasury'),
      role('treasury'),
      texts(
        '大额（T3 及以上）、第三方付款或由国家财务发起时需资金管理',
        'Treasury decides on large amounts (from band T3), on third-party payers and on what country finance raised itself',
      ),
      { when: 'bandNo >= 3 or thirdPartyPayer = true or list contains(drafterRoles, "countryFinance")' },
    ),
  ],
}
