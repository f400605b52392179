import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { productErrors } from '../product.errors.ts'

/** Texts of refusals about products, in Chinese. Only the server uses them, so no page loads them. */
export const errors = {
  skuExists: 'SKU已存在：{code}',
  sourceExists: 'SKU已存在：{code}在该系统中已映射，一个编码只映射一次',
  eanLength: 'EAN为13位数字，{ean}不是',
  eanCheckDigit: '{ean}：校验位不符，应为{digit}，请检查是否输错',
  endOfLifeDay: '请填写退市日期',
  noEndOfLife: '仅退市的SKU填写退市日期',
  otherCode: '按SKU编码映射：{source}不能映射到{code}',
  mapIt: 'SKU {code}已存在：来源系统中相同的编码就是同一SKU，请映射到它',
  oneThing: '物料与SKU二选一',
  customs: 'SKD套件必填：工厂、HS编码和原产国',
  oneLevel: '渠道与客户二选一',
  stopBeforeLaunch: '停售日期须晚于上市日期',
  cartons: '最小起订量须为装箱数{multiple}的倍数',
} satisfies ErrorTexts<typeof productErrors>
