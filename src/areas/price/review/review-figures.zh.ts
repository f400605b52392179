import type { ReviewFigureTexts } from './review-figures.en.ts'

/** Texts of the figures that a price review is decided by, in Chinese; loaded with their table alone. */
export const reviewFigures: ReviewFigureTexts = {
  title: '影响：最近 {days} 天的销量与客户库存',
  soldUnits: '已售台数',
  marginBefore: '按原价的毛利',
  marginAfter: '按新价的毛利',
  stockUnits: '库存台数',
  protection: '价保最高金额',
  fallsOut: '将失效的后续价格',
  total: '合计',
  leftOut: '另有 {count} 行未在此统计',
}
