import type { KernelTexts } from './en.ts'
import { approval } from './approval.zh.ts'
import { pushStates } from './effects.zh.ts'
import { reserveStates } from './reserve.zh.ts'
import { page } from './page.zh.ts'

/** Texts of approvals: most pages need them, so a browser fetches them in this file. */
export { flow } from './flow.zh.ts'

/** Texts of the kernel in Chinese. */
export const zh: KernelTexts = {
  separator: '，',
  page,
  pushStates,
  reserveStates,
  app: { title: '海外业务后台' },
  errors: {
    document: {
      required: '请填写{field}',
      notAmount: '{field}：请输入有效数字',
      tooManyDecimals: '{field}：最多两位小数',
      notPositive: '{field}必须为正数',
      tooLargeNumber: '{field}数值过大',
      notWholeNumber: '{field}必须为整数',
      notWholeNumberFrom: '{field}须为{min}至{max}之间的整数',
      notQuantity: '{field}：只能填写正整数，1至{max}',
      outOfRange: '{field}须在{min}至{max}之间',
      moreDecimals: '{field}：最多{digits}位小数',
      noSuchDay: '{field}：没有这一天，请写作 2026-01-31',
      notTiers: '{field}：请按“0-100: 2.00; 100-: 3.50”的格式填写阶梯',
      tooManyTiers: '{field}：最多{max}个阶梯',
      tierOrder: '{field}：第{tier}档须从上一档的终点开始，且终点大于起点',
      ladderInfinity: '阶梯必须覆盖到无穷大',
      ladderGap: '阶梯缺 {from} 至 {to}',
      tooManyEntries: '{field}：最多{max}项',
      entryTwice: '{field}：{entry} 重复',
      notAnEntry: '{field}：{entry} 无效',
      tooLong: '{field}不能超过{max}个字符',
      notAnOption: '{field}：不是有效选项',
      noLines: '请至少填写一行明细',
      tooManyLines: '超过{limit}行，超出限制',
    },
  },
  approval,
}
