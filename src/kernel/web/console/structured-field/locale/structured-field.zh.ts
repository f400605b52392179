import type { StructuredFieldTexts } from './structured-field.en.ts'

export const opened: StructuredFieldTexts = {
  from: '起（含）',
  below: '止（不含）',
  gives: '取值',
  endless: '无上限',
  fromOf: '第{tier}档起点',
  belowOf: '第{tier}档终点',
  givesOf: '第{tier}档取值',
  addTier: '增加一档',
  removeTier: '删除第{tier}档',
  pasteTiers: '可将表格软件中复制的阶梯粘贴到任意输入框。',
  pasteList: '每行一个，或用空格、逗号分隔。',
  entries: '共{count}项，最多{max}项',
  twice: '重复：{entries}',
  removeTwice: '去除重复',
  done: '完成',
}
