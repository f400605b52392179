/** What rows of the area's tables are called where they name a record. Only the server says it: no page loads these. */
export const rows = {
  en: {
    absence: 'Absences',
    yearRate: 'Rates of a year',
    yearRateBase: 'Rates of a year against it',
    approvalBand: 'Approval bands',
  },
  zh: {
    absence: '外出代理',
    yearRate: '年度汇率',
    yearRateBase: '以其为基准的年度汇率',
    approvalBand: '审批金额段',
  },
}
