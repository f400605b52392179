import { type ApprovalType, flag, role, step, texts, variable } from '../approval-type.ts'

/** Months of budget are planned, not urgent: reminded after ten days, moved up after thirty. */
const PATIENT = { remindAfterHours: 240, escalateAfterHours: 720 } as const

/** Country budget (domain.md 2.2). */
export const budgetCountry: ApprovalType = {
  code: 'budget_country',
  name: texts('国家预算申请', 'Country budget application'),
  version: 3,
  process: 'new',
  variables: {
    applyType: variable('text', texts('申请类型', 'Apply type'), ['grant', 'initialLoad', 'supplement', 'revoke']),
    level: variable('text', texts('预算层级', 'Budget level'), ['country', 'project']),
    productClass: variable('text', texts('产品类别', 'Product class'), ['phone', 'iot']),
    currency: variable('text', texts('币种', 'Currency')),
    amount: variable('number', texts('申请金额（预算币种）', 'Amount in the budget currency')),
  },
  steps: [
    step(
      'manager',
      texts('国家经理', 'Country manager'),
      role('manager'),
      texts('国家经理对本国预算负责', 'The manager answers for the budget of the country'),
      PATIENT,
    ),
    step(
      'regionalFinance',
      texts('区域财务', 'Regional finance'),
      role('regionalFinance'),
      texts('区域财务核对预算池与用途', 'Regional finance checks the pool and the purpose'),
      PATIENT,
    ),
    step(
      'rsd',
      texts('区域销售总监', 'RSD'),
      role('rsd'),
      texts('区域销售总监平衡各国预算', 'The RSD weighs the budgets of the countries'),
      PATIENT,
    ),
    step(
      'hqBudget',
      texts('总部预算负责人', 'HQ budget owner'),
      role('hqBudget'),
      texts('下达与追加必须由总部终审', 'What adds to a budget always ends at HQ'),
      { when: 'applyType != "revoke"', ...PATIENT },
    ),
  ],
}

/** The money of pools: who asks for it at headquarters does not decide on it. */
export const budgetPool: ApprovalType = {
  code: 'budget_pool',
  name: texts('预算池申请', 'Pool budget application'),
  version: 1,
  process: 'new',
  variables: {
    applyType: variable('text', texts('申请类型', 'Apply type'), ['initialLoad', 'supplement', 'reduce']),
    currency: variable('text', texts('币种', 'Currency')),
    amount: variable('number', texts('申请金额（预算币种）', 'Amount in the budget currency')),
  },
  steps: [
    step(
      'hqBudget',
      texts('总部预算负责人', 'HQ budget owner'),
      role('hqBudget'),
      texts(
        '区域提出的预算池申请由总部预算负责人审核',
        'What a region asks for its pools is weighed by the HQ budget owner',
      ),
      { when: 'not(list contains(drafterRoles, "hqBudget"))', ...PATIENT },
    ),
    step(
      'hqFinance',
      texts('总部财务', 'HQ finance'),
      role('hqFinance'),
      texts('预算池资金由总部财务终审', 'Money of pools always ends at HQ finance'),
      PATIENT,
    ),
  ],
}

/** Budget transfer (domain.md 2.3): giver and receiver agree side by side. */
export const budgetTransfer: ApprovalType = {
  code: 'budget_transfer',
  name: texts('预算调拨', 'Budget transfer'),
  version: 1,
  process: 'new',
  organisations: ['giver', 'receiver'],
  variables: {
    crossRegion: flag('跨大区调拨', 'Crosses regions'),
    productClass: variable('text', texts('产品类别', 'Product class'), ['phone', 'iot']),
    currency: variable('text', texts('币种', 'Currency')),
  },
  steps: [
    step(
      'giverManager',
      texts('调出方经理', "Giver's manager"),
      role('manager', 'giver'),
      texts('调出方经理同意让出预算', "The giver's manager agrees to give the budget away"),
      { group: 'managers' },
    ),
    step(
      'receiverManager',
      texts('调入方经理', "Receiver's manager"),
      role('manager', 'receiver'),
      texts('调入方经理同意承接预算', "The receiver's manager agrees to take it on"),
      { group: 'managers' },
    ),
    step(
      'regionalFinance',
      texts('区域财务', 'Regional finance'),
      role('regionalFinance'),
      texts('区域财务核对两端可用额', 'Regional finance checks what is available on both sides'),
    ),
    step(
      'hqBudget',
      texts('总部预算负责人', 'HQ budget owner'),
      role('hqBudget'),
      texts('跨大区调拨由总部终审', 'A transfer across regions ends at HQ'),
      { when: 'crossRegion = true' },
    ),
  ],
}

/** How budgets are controlled (domain.md section 3): asked for by country finance, agreed by headquarters. */
export const budgetSetting: ApprovalType = {
  code: 'budget_setting',
  name: texts('预算控制设置', 'Budget control'),
  version: 1,
  process: 'new',
  variables: {
    overrides: flag('允许超支', 'Lets budgets be overdrawn'),
    target: variable('text', texts('对象', 'Applies to'), ['line', 'pool']),
    mode: variable('text', texts('控制方式', 'Control'), ['keep', 'absolute', 'advisory', 'tracking']),
  },
  steps: [
    step(
      'hqBudget',
      texts('总部预算负责人', 'HQ budget owner'),
      role('hqBudget'),
      texts('控制方式由总部决定', 'Headquarters decide how a budget is controlled'),
    ),
    step(
      'hqFinance',
      texts('总部财务', 'HQ finance'),
      role('hqFinance'),
      texts(
        '允许超支，或由总部预算负责人发起，须经总部财务同意',
        'Letting a budget be overdrawn, or what the HQ budget owner raises, takes the agreement of HQ finance',
      ),
      { when: 'overrides = true or list contains(drafterRoles, "hqBudget")' },
    ),
  ],
}
