/** Names of the area's rows where they refer to a record. Only the server uses them, so no page loads them. */
export const rows = {
  en: {
    budgetPool: 'Budget pools',
    budgetLine: 'Budgets',
    countryBudget: 'Budget applications',
    budgetTransfer: 'Budget transfers',
    poolBudget: 'Money of budget pools',
    budgetSetting: 'Budget settings',
    budgetPeriod: 'Periods of the books',
    budgetYearEnd: 'Year ends of budgets',
    reserve: 'Reserves with finance',
    budgetRegion: 'Budget regions',
    projectPool: 'Project pools',
  },
  zh: {
    budgetPool: '预算池',
    budgetLine: '预算',
    countryBudget: '预算申请',
    budgetTransfer: '预算调拨',
    poolBudget: '预算池资金单',
    budgetSetting: '预算设置单',
    budgetPeriod: '会计期间',
    budgetYearEnd: '预算年结单',
    reserve: '财务占用确认',
    budgetRegion: '预算地区',
    projectPool: '项目池',
  },
}
