/** Names of the area's rows that are no documents, where they refer to a record. Only the server uses them, so no page loads them. */
export const rows = {
  en: {
    budgetPool: 'Budget pools',
    budgetLine: 'Budgets',
    budgetPeriod: 'Periods of the books',
    reserve: 'Reserves with finance',
    budgetRegion: 'Budget regions',
    projectPool: 'Project pools',
  },
  zh: {
    budgetPool: '预算池',
    budgetLine: '预算',
    budgetPeriod: '会计期间',
    reserve: '财务占用确认',
    budgetRegion: '预算地区',
    projectPool: '项目池',
  },
}
