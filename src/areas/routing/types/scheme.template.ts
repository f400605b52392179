import { type ApprovalType, role, step, texts, variable } from '../approval-type.ts'
import { levels, levelWhen, RAISING } from './levels.template.ts'

const marketing = step(
  'marketing',
  texts('市场评审', 'Marketing review'),
  role('marketing'),
  texts('政策须经市场评审', 'Every policy is reviewed by marketing'),
)

const financeReview = levelWhen(
  'countryFinance',
  null,
  texts('政策须经财务评审', 'Every policy is reviewed by finance'),
)

const schemeType = variable('text', texts('政策类型', 'Policy type'), [
  'priceProtection',
  'sellInRebate',
  'sellThroughRebate',
  'sellOutRebate',
  'targetRebate',
  'display',
  'promoterIncentive',
  'priceSupport',
])

/** Policy application (domain.md 2.4). */
export const schemeApplication: ApprovalType = {
  code: 'scheme_application',
  name: texts('政策申请', 'Policy application'),
  version: 2,
  process: 'new',
  variables: { schemeType, retro: RAISING.retro, belowFloor: RAISING.belowFloor },
  steps: [
    ...levels('levels', 'firstLevel', 'rsm'),
    marketing,
    financeReview,
    ...levels('levels', 'rcsm', 'rsd', 'regionalFinance', 'hqOwner', 'hqFinance'),
  ],
}

const businessFinance = step(
  'businessFinance',
  texts('业务财务', 'Business finance'),
  role('businessFinance'),
  texts('业务财务核对计提依据与金额', 'Business finance checks the basis and the amount'),
)

/** Withhold (domain.md 2.5); the owner of the scheme is told. Who raises it is not asked: then the next above is. */
export const schemeWithhold: ApprovalType = {
  code: 'scheme_withhold',
  name: texts('预提', 'Withhold'),
  version: 2,
  process: 'new',
  people: ['schemeOwner'],
  variables: { schemeType },
  steps: [
    {
      ...businessFinance,
      cc: [{ computed: 'schemeOwner' }],
      when: 'not(list contains(drafterRoles, "businessFinance"))',
    },
    step(
      'financeManager',
      texts('财务经理', 'Finance manager'),
      role('financeManager'),
      texts('财务经理对当期费用负责', 'The finance manager answers for the cost of the period'),
      { when: 'not(list contains(drafterRoles, "financeManager"))' },
    ),
    levelWhen(
      'regionalFinance',
      'bandNo >= 3 or list contains(drafterRoles, "financeManager")',
      texts(
        'T3 及以上或由财务经理发起的预提需大区财务总监',
        'The regional finance director from band T3, or where the finance manager raised it',
      ),
    ),
  ],
}

/** Reversal (domain.md 2.6): as the withhold, one level shorter; all of T4 where the period is closed. */
export const schemeReversal: ApprovalType = {
  code: 'scheme_reversal',
  name: texts('冲销', 'Reversal'),
  version: 1,
  process: 'new',
  variables: { closedPeriod: RAISING.closedPeriod },
  steps: [
    businessFinance,
    step(
      'financeManager',
      texts('财务经理', 'Finance manager'),
      role('financeManager'),
      texts(
        '比预提少一级：T3 及以上或由业务财务发起时才需财务经理',
        'One level shorter than the withhold: only from band T3, or where business finance raised it',
      ),
      { when: 'bandNo >= 3 or list contains(drafterRoles, "businessFinance")' },
    ),
    ...(['regionalFinance', 'hqOwner', 'hqFinance'] as const).map((code) =>
      levelWhen(
        code,
        'closedPeriod = true',
        texts('原期间已关账，按 T4 审批', 'The original period is closed: band T4'),
      ),
    ),
  ],
}

const settlementFinance = step(
  'settlementFinance',
  texts('结算财务', 'Settlement finance'),
  role('settlementFinance'),
  texts('结算财务核对凭证与收款信息', 'Settlement finance checks the evidence and whom it goes to'),
)

/** Execute (domain.md 2.7). Settlement finance that raises one is not asked: the regional finance director is. */
export const schemeExecute: ApprovalType = {
  code: 'scheme_execute',
  name: texts('执行', 'Execute'),
  version: 3,
  process: 'new',
  variables: {
    payoutType: variable('text', texts('兑付方式', 'Payout type'), ['standard', 'reduce', 'payment', 'detail']),
    closedPeriod: RAISING.closedPeriod,
  },
  steps: [
    ...levels('levels', 'firstLevel', 'rsm'),
    {
      ...businessFinance,
      rule: texts('业务财务复核计算结果', 'Business finance checks the calculation'),
    },
    { ...settlementFinance, when: 'not(list contains(drafterRoles, "settlementFinance"))' },
    ...levels('levels', 'rcsm', 'rsd'),
    levelWhen(
      'regionalFinance',
      'list contains(levels, "regionalFinance") or list contains(drafterRoles, "settlementFinance")',
      texts(
        'T3 及以上或由结算财务发起的执行需大区财务总监',
        'The regional finance director from band T3, or where settlement finance raised it',
      ),
    ),
    ...levels('levels', 'hqOwner', 'hqFinance'),
  ],
}

/** Terminate (domain.md 2.8): as the application, one level shorter. */
export const schemeTerminate: ApprovalType = {
  code: 'scheme_terminate',
  name: texts('终止', 'Terminate'),
  version: 2,
  process: 'new',
  variables: { schemeType },
  steps: [
    ...levels('levelsBelow', 'firstLevel', 'rsm'),
    marketing,
    financeReview,
    ...levels('levelsBelow', 'rcsm', 'rsd', 'regionalFinance', 'hqOwner'),
  ],
}

/** Adjust (domain.md 2.9): an increase by the new total, a decrease by what it takes away; its document says which. */
export const schemeAdjust: ApprovalType = {
  code: 'scheme_adjust',
  name: texts('调整', 'Adjust'),
  version: 2,
  process: 'new',
  variables: {
    direction: variable('text', texts('调整方向', 'Direction'), ['up', 'down', 'none']),
    retro: RAISING.retro,
    belowFloor: RAISING.belowFloor,
  },
  steps: levels(
    'levels',
    'firstLevel',
    'rsm',
    'countryFinance',
    'rcsm',
    'rsd',
    'regionalFinance',
    'hqOwner',
    'hqFinance',
  ),
}

/** Annual carry-over (domain.md 2.10). Who raises it is not asked: the others are. */
export const schemeCarryOver: ApprovalType = {
  code: 'scheme_annual_carryover',
  name: texts('年度结转', 'Annual carry-over'),
  version: 2,
  process: 'new',
  variables: {},
  steps: [
    levelWhen(
      'countryFinance',
      'not(list contains(drafterRoles, "countryFinance"))',
      texts('国家财务确认未结承诺与预提', 'Country finance confirms what is open'),
    ),
    levelWhen('rsd', null, texts('区域销售总监确认下年继续执行', 'The RSD confirms what goes on next year')),
    step(
      'hqBudget',
      texts('总部预算负责人', 'HQ budget owner'),
      role('hqBudget'),
      texts('结转占用下年预算', 'What is carried over takes budget of the next year'),
    ),
    levelWhen(
      'hqFinance',
      'not(list contains(drafterRoles, "hqFinance"))',
      texts('总部财务负责年度关账', 'HQ finance answers for the close of the year'),
    ),
  ],
}

/** Negative redemption (domain.md 2.12). */
export const negativeRedemption: ApprovalType = {
  code: 'negative_redemption',
  name: texts('负兑付', 'Negative redemption'),
  version: 1,
  process: 'new',
  variables: {
    closedPeriod: RAISING.closedPeriod,
    recovery: variable('text', texts('追回方式', 'Recovery'), ['rebate', 'receivable', 'money']),
  },
  steps: [
    settlementFinance,
    levelWhen('rsm', null, texts('区域销售经理与客户确认追回', 'The RSM confirms the recovery with the customer')),
    levelWhen('rsd', null, texts('区域销售总监批准追回', 'The RSD approves the recovery')),
    levelWhen('regionalFinance', null, texts('大区财务总监核对账务', 'The regional finance director checks the books')),
    ...(['hqOwner', 'hqFinance'] as const).map((code) =>
      levelWhen(code, 'closedPeriod = true', texts('原年度已关账，按 T4 审批', 'The year is closed: band T4')),
    ),
  ],
}
