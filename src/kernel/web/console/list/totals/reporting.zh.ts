import type { ReportingTexts } from './reporting.en.ts'

/** Texts of totals in the reporting currency in Chinese. */
export const reporting: ReportingTexts = {
  note: '全部币种按 {year} 年预算汇率折合 {base}。',
  without: '不含 {currencies}：当年无汇率。',
}
