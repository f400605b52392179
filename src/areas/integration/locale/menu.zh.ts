import type { IntegrationMenu } from './menu.en.ts'

/** Labels of the area's menu and rights, in Chinese. */
export const menu: IntegrationMenu = {
  group: '同步管理',
  runs: '运行日志',
  pushes: '推送日志',
  rights: {
    run: '手动运行、停止、重试和作废同步',
    view: '查看：运行和推送日志',
    export: '导出：运行和推送日志',
  },
}
