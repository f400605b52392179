import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { priceErrors } from '../price.errors.ts'

/** Texts of refusals of prices, in Chinese. */
export const errors: ErrorTexts<typeof priceErrors> = {
  areaMismatch: '该区域不属于此数据中心',
  partyMissing: '请填写价格类型：价格分类或客户',
  partyTwice: '价格分类与客户只能选其一',
  classificationUnknown: '价格分类 {classification} 不存在于该区域，或未启用',
  customerUnknown: '客户 {customer} 不存在于该区域，或未启用',
  tradeTermMissing: '该客户未配置贸易条款 {term}',
  tradeTermUnknown: '贸易条款 {term} 不存在或未启用',
  productUnknown: '产品 {product} 不存在或未启用',
  mixedCategories: '不同品类的产品不能一起添加',
  skuTwice: 'SKU 已存在于第 {first} 行，且日期重叠',
  datesReversed: '结束日期不能早于开始日期',
  endMissing: '临时价必须填写最后一天',
  beginsInPast: '生效日早于今天（{today}）时必须勾选“追溯生效”',
  taxRateMissing: '含税价格必须填写税率',
  applicationInPast: '价格申请只能从今天（{today}）起生效；更早生效的价格需走价格评审',
  quoteInFuture: '采集日期不能晚于今天',
  quoteMissing: '以竞品为依据的申请至少需要一条竞品报价',
  applicantLeft: '申请人已离职，无法发起所需的价格评审，请驳回该申请',
  held: '单据 {no} 正在审批同一价格',
  notOfReview: '产品 {product} 不在本评审的明细中',
  dayIsOver: '最后一天不能早于今天（{today}）',
  nothingToEnd: '本评审没有在该日之后有效的价格',
  nothingToRevoke: '本评审的价格均已生效或已撤销',
  nothingToExtend: '本评审没有在该日之前失效的价格',
  laterPrice: '单据 {no} 在该时段内为 {product} 设定了其他价格',
}
