import type { YearPlanPageTexts } from './year-plan.en.ts'

/** Texts of the year plan page in Chinese; loaded with it. */
export const yearPlan: YearPlanPageTexts = {
  title: '年度计划导入',
  intro:
    '一个工作簿包含全年预算。相同月份、项目池、部门和产品品类的行生成一张申请单；提交之前均为草稿，可一次全部提交，也可逐张提交。',
  area: '区域',
  year: '年份',
  applyType: '生成',
  reason: '申请事由',
  reasonOf: '{year} 年度预算计划',
  choose: '选择工作簿',
  incomplete: '请先选择区域和年份并填写原因',
  earlier: '我的计划',
  file: '文件',
  rows: '行数',
  bad: '错误',
  written: '已写入',
  uploaded: '上传时间',
  state: '状态',
  none: '尚未导入计划',
  noneHint: '请在上方选择区域和年份，下载模板并上传填好的工作簿。',
}
