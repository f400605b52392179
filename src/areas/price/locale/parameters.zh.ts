import type { PriceParameterTexts } from './parameters.en.ts'

/** 价格参数的中文文本。 */
export const priceParameters: PriceParameterTexts = {
  localCut: {
    label: '国家可自行审批的最大降价幅度',
    hint: '价格申请的降幅超过该值，或毛利低于底线时，转为价格评审',
  },
}
