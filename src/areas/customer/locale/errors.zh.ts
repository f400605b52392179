import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { customerErrors } from '../customer.errors.ts'

/** Texts of refusals about customers, in Chinese. Only the server uses them, so no page loads them. */
export const errors = {
  ownLegalEntity: '不能添加自身：法人客户请留空',
  parentNeeded: '经销商须有上级分销商，请选择',
  taxShape: '{country}的税号写法如：{like}',
  taxCheckDigit: '该GSTIN的末位不符，应为{digit}，请检查是否输错',
  taxTaken: '税号{value}属于{name}。若为同一法人，请将该客户填为“法人客户”',
  similarName: '该国家已有名称相近的客户：{names}。若不是同一家公司，请在“已核对，不同于”中填写{codes}',
  bankIncomplete: '缺少{field}：银行信息须同时填写银行、账号和户名',
  oerpNeeded: 'OERP客户编码必填：填写后才能启用',
} satisfies ErrorTexts<typeof customerErrors>
