import type { DeviceTexts } from './texts.en.ts'

/** Texts of the device area in Chinese. */
export const zh: DeviceTexts = {
  label: 'IMEI/SN',
  errors: {
    numberCharacters: '{number} 不是IMEI或SN：IMEI只含数字，SN只含字母和数字',
    numberLength: '{number} 不是15位的IMEI',
    imeisv: '{number} 是带软件版本号的IMEISV（16位），请输入15位的IMEI',
    checkDigit: '{number} 输入有误或被表格软件改动：校验位应为 {digit}',
    unknown: '{number} 不存在或不在您的数据范围内',
    twice: '{number} 与 {other} 是同一台设备',
    tooMany: '一次最多输入 {most} 个串码',
    claimed: '{number} 已由 {no} 申报或兑付：同一方案类型每个IMEI只兑付一次',
    notClaimed: '{number} 不是该单据兑付的，或已被收回',
    notFound: '设备不存在',
  },
  menu: { list: 'IMEI/SN', detail: 'IMEI/SN 详情' },
  rights: { view: '查看串码', price: '查看串码的价格与兑付', export: '导出串码' },
}
