import type { DeviceTexts } from './texts.en.ts'

/** Texts of the device area in Chinese. */
export const zh: DeviceTexts = {
  packages: '箱与托盘',
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
    cellNotImei: '“{text}”不是 IMEI，应为 15 位数字',
    cellImeiCheck: '{text} 的校验位不正确：有数字填错，或已被 Excel 改写',
    cellImeiVersion: '{text} 为 16 位 IMEISV，请填写 15 位 IMEI',
    cellImeiTwice: '{text} 在此单元格中重复',
    cellImeiMany: '此处只能填写一个 IMEI',
    notFound: '设备不存在',
  },
  menu: { list: 'IMEI/SN', detail: 'IMEI/SN 详情', stock: '渠道库存' },
  rights: {
    view: '查看串码',
    price: '查看串码的价格与兑付',
    export: '导出串码',
    stock: '查看渠道库存',
    stockExport: '导出渠道库存',
  },
}
