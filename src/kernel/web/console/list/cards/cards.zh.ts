import type { CardTexts } from './cards.en.ts'

/** Texts of lists that are drawn as cards in Chinese. */
export const cards: CardTexts = {
  filters: '搜索与筛选',
  show: '查看',
  order: '排序',
  ordered: '默认顺序',
  up: '{column}，升序',
  down: '{column}，降序',
  remove: '移除筛选条件“{filter}”',
  pick: '选择',
  picked: '完成',
  more: '显示全部',
  since: '{day} 起',
  until: '至 {day}',
  beginning: '编码开头',
}
