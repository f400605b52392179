import type { PersonnelTexts } from './en.ts'

/** Texts of the personnel area in Chinese. */
export const zh: PersonnelTexts = {
  label: '人员',
  errors: {
    resignsTooEarly: '离职日期必须晚于入职日期',
    resigned: '已于{day}离职，不能再启用',
    assignedOutside: '自{from}起分配在{store}，请先修改或删除该分配',
    endsBeforeBegin: '结束日期不能早于开始日期',
    overlaps: '同一时间只能分配一个门店：{from}至{to}在{store}',
    notEmployed: '在职期间为{from}至{to}，分配须在此期间内',
  },
  menu: { group: '人员管理' },
}
