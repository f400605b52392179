/** Labels of the area's rights. Only the server uses them, so no page loads them. */
export const rights = {
  reserveRetry: { zh: '批量重试财务未确认的占用', en: 'Retry the reserves that finance did not confirm, many at once' },
  reserveView: { zh: '查看待财务确认的占用', en: 'See the reserves that finance has to confirm' },
  periodView: { zh: '查看预算账期', en: 'View budget periods' },
  periodMove: { zh: '预算账期关账', en: 'Close budget periods' },
  periodReopen: { zh: '重新打开关账中的账期', en: 'Reopen budget periods in closing' },
}
