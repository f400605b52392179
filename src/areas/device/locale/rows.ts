/** Names of the area's rows where they refer to a record. Only the server uses them, so no page loads them. */
export const rows = {
  en: {
    deviceClaim: 'Customers with claims on devices',
    deviceTac: 'Type allocation codes (TAC)',
    device: 'Devices',
    deviceDay: 'Days of devices that were added up',
    deviceStockDay: 'Days of channel stock',
    devicePlace: 'Holders of devices',
  },
  zh: {
    deviceClaim: '申领过设备的客户',
    deviceTac: '型号核准号（TAC）',
    device: '设备（串码）',
    deviceDay: '已汇总的串码日期',
    deviceStockDay: '渠道库存日期',
    devicePlace: '持有设备的地点',
  },
}
