/** Names of the area's rows where they refer to a record. Only the server uses them, so no page loads them. */
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
