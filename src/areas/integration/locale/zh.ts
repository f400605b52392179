import type { IntegrationTexts } from './en.ts'

/** Texts of the integration area in Chinese. */
export const zh: IntegrationTexts = {
  label: '集成',
  errors: {
    address: '地址的写法如 https://erp.company.example/api，不含密码、问号或 #',
    addressClear: '只有本机可以不加密通信，须使用 https://',
    zoneMissing: '有计划时须填写时区',
    pagingMissing: '拉取须选择分页方式',
  },
}
