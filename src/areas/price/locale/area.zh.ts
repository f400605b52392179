import type { PriceAreaTexts } from './area.en.ts'

/** Texts of the area for every page, in Chinese. */
export const area: PriceAreaTexts = {
  label: '价格',
  menu: { costs: '成本与毛利底线' },
  rights: {
    import: '导入价目表价格',
    editCost: '维护产品成本',
    cost: '查看产品成本',
    margin: '查看价格毛利',
    floor: '查看毛利底线',
  },
}
