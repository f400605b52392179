/** What the rights of the area are called. Only the server says it: no page loads these. */
export const rights = {
  countryView: { zh: '查看国家预算', en: 'View country budgets' },
  countryExport: { zh: '导出国家预算', en: 'Export country budgets' },
  countrySubmit: { zh: '申请国家预算', en: 'Apply for country budgets' },
  countryApprove: { zh: '审批国家预算', en: 'Approve country budgets' },
  countryRetry: { zh: '重新推送国家预算并重试占用', en: 'Push country budgets again, and retry their reserves' },
  reserveView: { zh: '查看待财务确认的占用', en: 'See the reserves that finance has to confirm' },
  transferView: { zh: '查看预算调拨', en: 'View budget transfers' },
  transferExport: { zh: '导出预算调拨', en: 'Export budget transfers' },
  transferSubmit: { zh: '申请预算调拨', en: 'Apply for budget transfers' },
  transferApprove: { zh: '审批预算调拨', en: 'Approve budget transfers' },
  transferRetry: { zh: '重新推送预算调拨并重试占用', en: 'Push budget transfers again, and retry their reserves' },
  poolView: { zh: '查看预算池', en: 'View budget pools' },
  poolExport: { zh: '导出预算池', en: 'Export budget pools' },
  poolSubmit: { zh: '申请预算池资金', en: 'Apply for money of budget pools' },
  poolApprove: { zh: '审批预算池资金', en: 'Approve money of budget pools' },
  poolRetry: { zh: '重新推送预算池资金并重试占用', en: 'Push money of budget pools again, and retry their reserves' },
}
