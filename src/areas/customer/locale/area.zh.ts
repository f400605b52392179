import type { CustomerTexts } from './area.en.ts'

/** Texts of the customer area in Chinese. */
export const zh: CustomerTexts = {
  label: '客户',
  menu: { group: '客户', own: '我的公司' },
  rights: { bank: '查看完整银行账号', own: '查看本人所属客户' },
}
