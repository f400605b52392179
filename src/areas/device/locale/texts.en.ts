import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { TextShape } from '#kernel/base/i18n/text-shape.ts'
import type { deviceErrors } from '../device.errors.ts'

const errors = {
  numberCharacters:
    '{number} is no IMEI and no serial number: digits only, or letters and digits without signs in between',
  numberLength: '{number} is not a valid IMEI: it must have 15 digits',
  imeisv: '{number} is an IMEI with a software version (IMEISV, 16 digits): enter the 15 digits of the IMEI',
  checkDigit: '{number} is mistyped or was changed by a spreadsheet: its check digit would have to be {digit}',
  unknown: '{number} is not a device that you may see',
  twice: '{number} is the same device as {other}',
  tooMany: 'At most {most} numbers at once',
  claimed: '{number} is claimed or paid by {no} already: one IMEI is paid once per scheme type',
  notClaimed: '{number} was not paid by this document, or was taken back already',
  cellNotImei: '"{text}" is no IMEI: 15 digits are needed',
  cellImeiCheck: '{text}: the check digit does not fit. A digit is wrong, or Excel has changed it',
  cellImeiVersion: '{text} has 16 digits, so it is an IMEISV. Enter the IMEI of 15 digits',
  cellImeiTwice: '{text} stands twice in this cell',
  cellImeiMany: 'Only one IMEI can stand here',
  notFound: 'There is no such device',
} satisfies ErrorTexts<typeof deviceErrors>

/** Texts of the device area in English; Chinese satisfies the same shape. */
export const en = {
  label: 'IMEI/SN',
  packages: 'Cartons and pallets',
  errors,
  menu: { list: 'IMEI/SN', detail: 'IMEI/SN detail', stock: 'Channel stock' },
  rights: {
    view: 'View devices',
    price: 'View prices and payments of devices',
    export: 'Export devices',
    stock: 'View channel stock',
    stockExport: 'Export channel stock',
  },
}

export type DeviceTexts = TextShape<typeof en>
