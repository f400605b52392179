/** Texts of the file with numbers of a transfer in Chinese. */
export const numbersFile = {
  title: '调拨串码',
  column: '串码',
  notes: ['每行一个：IMEI、SN，或箱号、栈板号（代表其中的全部设备）。', '请将该列设为文本格式，避免丢失数字。'],
}
