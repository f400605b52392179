import type * as english from './shared.en.ts'

/** Texts that documents and lists of prices share, in Chinese. */
export const terms: typeof english.terms = {
  title: '标题',
  classificationCode: '价格分类',
  customerCode: '客户',
  tradeTermCode: '贸易条款',
  basis: '申请依据',
  associatedCode: '关联价目表',
  taxMode: '含税方式',
  taxRate: '税率',
  mode: '有效方式',
  effectiveFrom: '生效日期',
  effectiveTo: '失效日期',
  period: '有效期',
  retro: '追溯生效',
}

export const parts: typeof english.parts = {
  skuCode: '产品 SKU',
  skuBeginning: '产品 SKU 开头',
  percent: '按百分比',
  exactPrice: '精确值',
  price: '价格',
  ladder: '阶梯价',
  lineFrom: '本行生效日',
  lineTo: '本行失效日',
  previousPrice: '原价',
  changePercent: '变动',
  costBasis: '成本',
  costOrigin: '换算来源',
  margin: '毛利率',
  floorMargin: '毛利底线',
  remark: '备注',
}

export const bases: typeof english.bases = {
  newProduct: '新品',
  marketPrice: '市场价格',
  competitor: '竞品',
  cost: '成本',
  currency: '汇率',
  promotion: '促销',
  endOfLife: '退市',
  other: '其他',
}

export const taxModes: typeof english.taxModes = { exclusive: '不含税', inclusive: '含税' }

export const modes: typeof english.modes = {
  replace: '持续有效',
  temporary: '临时价，到期恢复原价',
}

export const flags: typeof english.flags = { yes: '是', no: '否' }
