import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { importErrors } from '../imports.errors.ts'
import type { imports as english } from './import-server.en.ts'

export const importErrorTexts = {
  notAFile: '请选择工作簿（.xlsx）或 .csv 文件',
  emptyFile: '文件为空',
  brokenOff: '上传中断，请重试',
  badParams: '导入信息不完整：{field}',
  tooManyRunning: '您已有{limit}个导入正在进行，请等待其中一个结束或取消一个',
  stale: '此导入在您查看之后已有变化，现显示最新情况',
  notNow: '导入的当前状态不允许此操作',
  noSuchRow: '导入中没有第{row}行',
  noSuchColumn: '导入中没有列“{column}”',
  rowWritten: '第{row}行已写入',
  badRows: '存在失败的行（{count}），请修正，或修改文件后重新全部上传',
  nothingToDo: '没有需要变更的行',
  reasonMissing: '有 {count} 行须说明原因后才能写入，请填写原因',
  onlyWhole: '此导入只能全部写入或全部不写入',
  duplicateKey: '与第{row}行相同',
  noLongerFits: '未写入任何数据：校验之后相关数据已有变化（第{rows}行）',
  dependedOn: '未撤回任何数据：第{rows}行此后已有变更或已被引用',
  gaveUp: '尝试{attempts}次未成功，请稍后再试',
  stopped: '已停止，已写入{done}行，共{total}行。已写入的保留，其余可继续',
  discarded: '已放弃',
  undone: '已撤回{rows}行',
  purged: '文件和行数据保留{days}天，现已删除',
  scopeShrunk: '文件读取后您的数据范围已变更，请重新导入',
} satisfies ErrorTexts<typeof importErrors>

export const imports: typeof english = {
  notes: '填写说明',
  errorsOf: '{file} 的错误',
  notice: '导入',
  ended: {
    done: '{file}：已写入 {rows} 行',
    checked: '{file}：未写入任何行，请查看各行',
    stopped: '{file}：已中止，已写入 {rows} 行',
    failed: '{file}：无法读取',
    undone: '{file}：已撤回',
    stands: '{file}：未能撤回',
  },
  resultOf: '{file} 的结果',
}
