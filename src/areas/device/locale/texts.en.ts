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
  partyUnknown: '{code} is no customer, or none that you may see',
  partyDisabled: '{code} is not enabled',
  notItsDealer: '{dealer} is no dealer of {customer}',
  notItsStore: '{store} is no store of {customer}',
  sameParty: 'Transfer-in and transfer-out customers cannot be the same',
  partyElsewhere: '{code} does not belong to {area}',
  arrivalMissing: 'Say which devices arrived: all of them, or the numbers',
  nothingArrived: 'None of the devices arrived: reject the transfer instead',
  notReceiver: 'Only those who confirm the receipt now say what arrived',
  notReversible:
    '{count} of the devices have moved since: a transfer is reversed while they are still with the receiver',
  noNumbers: 'Enter the numbers to transfer',
  noGoodNumbers: 'None of the {count} numbers can be transferred: see the reasons in the list',
  numbersChanged: 'Another document took some of the devices meanwhile: look at the list and submit again',
} satisfies ErrorTexts<typeof deviceErrors>

/** Texts of the device area in English; Chinese satisfies the same shape. */
export const en = {
  label: 'IMEI/SN',
  packages: 'Cartons and pallets',
  errors,
  transferBack: 'Takes back {no}',
  menu: { list: 'IMEI/SN', detail: 'IMEI/SN detail', stock: 'Channel stock' },
  rights: {
    view: 'View devices',
    price: 'View prices and payments of devices',
    export: 'Export devices',
    transferOutcome: 'Note what became of the numbers of a transfer',
    transferRetry: 'Retry and close transfers of devices',
    stock: 'View channel stock',
    stockExport: 'Export channel stock',
  },
}

export type DeviceTexts = TextShape<typeof en>
