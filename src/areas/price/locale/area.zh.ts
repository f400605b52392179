import type { PriceAreaTexts } from './area.en.ts'

/** Texts of the area for every page, in Chinese. */
export const area: PriceAreaTexts = {
  label: '价格',
  menu: {
    rows: '价格管理列表',
    own: '我的价格',
    costs: '成本与毛利底线',
    inquiry: '价格查询',
    compare: '价格比较',
    rounding: '价格取整规则',
  },
  rights: {
    ownView: '查看本公司价格',
    ownExport: '导出本公司价格',
    listView: '查看价格管理列表',
    listExport: '导出价格管理列表',
    outcome: '在价格申请上记录价格评审的结果',
    roundingView: '查看价格取整规则',
    roundingEdit: '起草价格取整规则',
    roundingPublish: '发布价格取整规则',
    import: '导入价目表价格',
    editCost: '维护产品成本',
    cost: '查看产品成本',
    margin: '查看价格毛利',
    floor: '查看毛利底线',
  },
}
