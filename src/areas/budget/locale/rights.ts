/** Labels of the area's rights. Only the server uses them, so no page loads them. */
export const rights = {
  // More than the applications: these rights are those of the budgets and pools themselves.
  countryView: { zh: '查看国家预算', en: 'View country budgets' },
  countryExport: { zh: '导出国家预算', en: 'Export country budgets' },
  poolView: { zh: '查看预算池', en: 'View budget pools' },
  poolExport: { zh: '导出预算池', en: 'Export budget pools' },
  reserveRetry: { zh: '批量重试财务未确认的占用', en: 'Retry the reserves that finance did not confirm, many at once' },
  reserveView: { zh: '查看待财务确认的占用', en: 'See the reserves that finance has to confirm' },
  periodView: { zh: '查看预算账期', en: 'View budget periods' },
  periodMove: { zh: '预算账期关账', en: 'Close budget periods' },
  periodReopen: { zh: '重新打开关账中的账期', en: 'Reopen budget periods in closing' },
}
