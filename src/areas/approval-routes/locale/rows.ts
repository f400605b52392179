/** Names of the area's rows where they refer to a record. Only the server uses them, so no page loads them. */
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
