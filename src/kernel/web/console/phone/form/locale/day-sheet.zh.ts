import type { DaySheetTexts } from './day-sheet.en.ts'

export const daySheet: DaySheetTexts = {
  previous: '上个月',
  next: '下个月',
  month: '选择年月：{month}',
  year: '年',
  today: '今天',
  now: '现在',
  clear: '清除',
  done: '完成',
  hour: '时',
  minute: '分',
}
