/** Names of the area's rows where they refer to a record. Only the server uses them, so no page loads them. */
export const rows = {
  en: {
    deviceClaim: 'Customers with claims on devices',
    deviceTac: 'Type allocation codes (TAC)',
    device: 'Devices',
    deviceCustody: 'Devices',
  },
  zh: {
    deviceClaim: '申领过设备的客户',
    deviceTac: '型号核准号（TAC）',
    device: '设备（串码）',
    deviceCustody: '设备（串码）',
  },
}
