/** What rows of the area's tables are called where they name a record. Only the server says it: no page loads these. */
export const rows = {
  en: {
    effect: 'Messages to other systems',
    push: 'Pushes',
    run: 'Runs',
  },
  zh: {
    effect: '发往其他系统的消息',
    push: '推送记录',
    run: '运行记录',
  },
}
