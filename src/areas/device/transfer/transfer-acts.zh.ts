import type { TransferActTexts } from './transfer-acts.en.ts'

/** Texts of what the receiver says of a transfer, and of the way back, in Chinese. */
export const transferActs: TransferActTexts = {
  title: '到货情况',
  hint: '请在同意前说明到货情况，未填写的设备仍归调出方。',
  all: '全部到货',
  again: '重新填写',
  box: '到货串码',
  name: '已到货',
  unknown: '不在本调拨单中：{numbers}',
  arrived: '已填写到货 {arrived} 台，共 {total} 台',
  allArrived: '{total} 台设备全部到货',
  rest: '失败的设备',
  restHint: '重试将再次调拨仍在调出方的设备；关闭将结束调拨并释放未调拨的设备。',
  retry: '重试',
  close: '关闭',
  back: '撤回调拨',
  backHint: '起草一张反向调拨单，仅当所有设备此后未再移动。',
  reverse: '起草反向调拨',
}
