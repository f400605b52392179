import { approvalActions } from '#kernel/engine/definition/approval-life.ts'
import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { anyArea } from '#areas/organisation/references.facade.ts'
import { budgetMode, budgetPerson, budgetTarget } from '../shared/budget-references.ts'
import { budgetHead, LIST_LAST_FILTERS, LIST_TAIL } from '../shared/budget-document.ts'

/** Set by the server, so that the approver sees old and new values. */
const computed = <F extends object>(field: F) => ({ ...field, computed: true }) as const

/**
 * Changes the control of selected budgets or pools: mode, tolerance, owner and validity (domain.md section 3). Allowing
 * an overdraft is an override, which needs a document.
 */
export const budgetSetting = defineDocument({
  ...budgetHead('setting', 'budget.setting', 'setting/list', {
    code: 'budget_setting',
    form: 'budget_setting_apply',
    sortIndex: 235,
    icon: 'settings',
  }),
  name: 'budgetSetting',
  table: 'budget_setting',
  number: { prefix: 'BS', reset: 'month' },
  api: '/aps/budget/setting',
  changes: ['budgetLine'],
  fields: {
    target: f.choice(['line', 'pool'], { required: true }),
    idcCode: f.code({ required: true, max: 8 }),
    areaId: f.ref(anyArea, { required: true }),
    year: f.integer({ required: true, range: [2000, 2100] }),
    mode: f.choice(['keep', 'absolute', 'advisory', 'tracking'], { required: true }),
    // Percent; empty keeps the current value.
    tolerance: f.integer({ range: [0, 100] }),
    owner: f.choice(['keep', 'person', 'none'], { required: true }),
    ownerAccount: f.ref(budgetPerson),
    validity: f.choice(['keep', 'between', 'always'], { required: true }),
    validFrom: f.date(),
    validTo: f.date(),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file']),
  },
  lines: {
    targetCode: f.ref(budgetTarget, { required: true }),
    availableAmount: f.money({ computed: true }),
    currency: computed(f.code({ max: 3 })),
    oldMode: computed(f.ref(budgetMode)),
    newMode: computed(f.ref(budgetMode)),
    oldTolerance: computed(f.text({ max: 10 })),
    newTolerance: computed(f.text({ max: 10 })),
    oldOwner: computed(f.ref(budgetPerson)),
    newOwner: computed(f.ref(budgetPerson)),
    oldValidity: computed(f.text({ max: 40 })),
    newValidity: computed(f.text({ max: 40 })),
  },
  lineLimits: { typed: 50, file: 10_000 },
  actions: approvalActions('budget.setting', 'budget_setting'),
  view: {
    title: 'target',
    subject: ['areaId', 'year'],
    facts: [
      ['areaId', 'year', 'mode', 'tolerance', 'owner', 'ownerAccount', 'validity', 'validFrom', 'validTo'],
      ['reason'],
    ],
    form: [
      'target',
      'areaId',
      'year',
      'mode',
      'tolerance',
      'owner',
      'ownerAccount',
      'validity',
      'validFrom',
      'validTo',
      'reason',
    ],
    lines: {
      columns: [
        'targetCode',
        'oldMode',
        'newMode',
        'oldTolerance',
        'newTolerance',
        'oldOwner',
        'newOwner',
        'oldValidity',
        'newValidity',
        'availableAmount',
        'currency',
      ],
      frozen: ['targetCode'],
      card: ['targetCode'],
    },
  },
  list: {
    columns: ['no', 'target', 'areaId', 'year', 'mode', ...LIST_TAIL],
    filters: ['no', 'target', 'state', 'idcCode', 'year', 'mode', ...LIST_LAST_FILTERS],
    sort: ['no', 'createdAt'],
  },
})

export type BudgetSetting = typeof budgetSetting
export interface BudgetSettingHeader extends HeaderOf<BudgetSetting> {}
export interface BudgetSettingLine extends LineOf<BudgetSetting> {}
export interface BudgetSettingContent extends Content<BudgetSetting> {}
