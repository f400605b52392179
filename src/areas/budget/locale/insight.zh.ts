import type { InsightTexts } from './insight.en.ts'

/** Texts of explained numbers, the overview and the self-check in Chinese. */
export const insight: InsightTexts = {
  menu: { overview: '预算总览', overviewMobile: '预算总览', selfCheck: '账本自检' },
  rights: { checkView: '查看预算账本自检', checkRun: '运行预算账本自检' },
}
