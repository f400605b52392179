import type { en } from './en.ts'

export const zh: typeof en = {
  label: '审计',
  errors: {},
  menu: { entries: '审计日志' },
  rights: { view: '查看审计日志', export: '导出审计日志' },
}
