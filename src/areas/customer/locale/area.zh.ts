import type { CustomerTexts } from './area.en.ts'

/** Texts of the customer area in Chinese. */
export const zh: CustomerTexts = {
  label: '客户',
  menu: { group: '客户' },
  rights: { bank: '查看完整银行账号' },
}
