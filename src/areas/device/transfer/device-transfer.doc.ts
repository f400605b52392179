import { customerReference, dealerOf, partnerReference } from '#areas/customer/references.facade.ts'
import { anyArea } from '#areas/organisation/references.facade.ts'
import { skuReference } from '#areas/product/references.facade.ts'
import { storeReference } from '#areas/store/references.facade.ts'
import { postingActions } from '#kernel/engine/definition/approval-life.ts'
import { type Content, defineDocument } from '#kernel/engine/definition/definition.ts'
import { pagesOf } from '#kernel/engine/definition/document-place.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { devicePlaces } from '../device.documents.ts'

const RIGHTS = 'device.transfer'
const LIFE = postingActions(RIGHTS, 'imei_transfer')
/** Of the product itself, which notes what became of the numbers: no role has it. */
export const OUTCOME_RIGHT = `${RIGHTS}.outcome`

/** Steps of the delivered route whose people confirm the receipt. */
export const RECEIPT_STEPS = ['receiver', 'receiverStaff', 'receiverLead'] as const

const outcome = (to: 'transferred' | 'partial' | 'failed') =>
  ({ from: ['processing'], to, by: 'operator', right: OUTCOME_RIGHT, repeats: true }) as const

/** A store of the dealer, or else of the customer, on this side. */
const storeOf = (side: 'from' | 'to') =>
  ({
    ...storeReference,
    selector: {
      path: '/aps/gs/transfer/store/list',
      most: 500,
      filters: { customerCode: `${side}Customer`, dealerCode: `${side}Dealer` },
      called: 'store',
    },
  }) as const

const OF_RECEIVER = { idcCode: 'toIdcCode', areaId: 'toAreaId' } as const

/** Why a number is not transferred (domain.md 6), in the order in which it is judged. */
export const TRANSFER_REASONS = [
  'characters',
  'length',
  'imeisv',
  'checkDigit',
  'notFound',
  'twice',
  'inDocument',
  'activated',
  'soldOut',
  'notHeld',
  'wrongSku',
  'locked',
  'claimed',
  'notTransferable',
  'notOfOrder',
  'moved',
  'notArrived',
  'closed',
] as const

/** IMEI/SN transfer: devices go from a customer, dealer or store to another, number by number (domain.md 2.18 and 6). */
export const deviceTransfer = defineDocument({
  name: 'deviceTransfer',
  area: 'device',
  table: 'device_transfer',
  number: { prefix: 'IT', reset: 'month' },
  api: '/aps/gs/transfer',
  calls: {
    queryByPage: '/aps/gs/transfer/head/list',
    export: '/aps/gs/transfer/head/export',
    retry: '/aps/gs/transfer/flow/retry',
    close: '/aps/gs/transfer/flow/close',
  },
  pages: pagesOf(devicePlaces.transfer),
  viewRight: `${RIGHTS}.view`,
  exportRight: `${RIGHTS}.export`,
  menu: { code: 'imei_transfer', pcode: 'imei', sortIndex: 620, hasOwnForm: true },
  fields: {
    // Of whom gives and of whom receives: their people decide.
    idcCode: f.code({ required: true, max: 8 }),
    areaId: f.ref(anyArea, { required: true }),
    toIdcCode: f.code({ required: true, max: 8 }),
    toAreaId: f.ref(anyArea, { required: true }),
    fromCustomer: f.ref(customerReference, { required: true }),
    fromDealer: f.ref(dealerOf('fromCustomer'), { partner: true }),
    fromStore: f.ref(storeOf('from'), { partner: true }),
    toCustomer: f.ref(partnerReference, { required: true, partner: true, asks: OF_RECEIVER }),
    toDealer: f.ref(dealerOf('toCustomer'), { partner: true, asks: OF_RECEIVER }),
    toStore: f.ref(storeOf('to'), { partner: true }),
    // Numbers of other products are refused (E3).
    onlySku: f.ref(skuReference),
    // Only what the giver got by it is moved (B2).
    orderNo: f.code({ max: 40 }),
    reason: f.text({ required: true, max: 500 }),
    // To the same level, down to who buys there, or back up.
    direction: { ...f.choice(['same', 'down', 'up']), computed: true },
    units: { ...f.integer({ range: [1, 1_000_000] }), computed: true },
    itemsDigest: { ...f.code({ max: 40 }), computed: true },
  },
  // What the good numbers come to; the drafter types numbers alone.
  lines: {
    skuCode: f.ref(skuReference, { required: true }),
    quantity: f.quantity({ required: true }),
  },
  lineLimits: { typed: 5_000, file: 5_000, optional: true },
  items: {
    most: 200_000,
    reasons: TRANSFER_REASONS,
    judgedBy: ['fromCustomer', 'fromDealer', 'fromStore', 'onlySku', 'orderNo'],
    group: 'sku_code',
    calls: {
      add: '/aps/gs/imei/add',
      remove: '/aps/gs/imei/remove',
      clear: '/aps/gs/imei/clear',
      success: '/aps/gs/transfer/imei/success/list',
      fail: '/aps/gs/transfer/imei/fail/list',
      groups: '/aps/gs/transfer/sku/list',
      total: '/aps/gs/transfer/sku/total',
      export: '/aps/gs/transfer/head/imei/export',
      failExport: '/aps/gs/transfer/imei/fail/export',
    },
    file: 'imei-transfer-numbers',
    limitedBy: { table: 'device_place', column: 'customer_code' },
  },
  states: {
    draft: 'grey',
    underApproval: 'blue',
    processing: 'blue',
    transferred: 'green',
    partial: 'orange',
    failed: 'red',
    closed: 'grey',
    rejected: 'red',
    cancelled: 'grey',
  },
  initial: 'draft',
  actions: {
    ...LIFE,
    save: { ...LIFE.save, needs: ['idcCode', 'areaId', 'fromCustomer'] },
    approve: { ...LIFE.approve, to: 'processing' },
    // What became of the numbers, which the product notes by itself.
    complete: outcome('transferred'),
    completePartly: outcome('partial'),
    fail: outcome('failed'),
    retry: {
      from: ['partial', 'failed'],
      to: 'processing',
      by: 'operator',
      right: `${RIGHTS}.retry`,
      posts: true,
      repeats: true,
    },
    // Also one whose work does not get on.
    close: {
      from: ['processing', 'partial', 'failed'],
      to: 'closed',
      by: 'operator',
      right: `${RIGHTS}.retry`,
      posts: true,
      closes: true,
    },
  },
  view: {
    subject: ['fromCustomer', 'toCustomer'],
    facts: [
      ['fromCustomer', 'fromDealer', 'fromStore', 'toCustomer', 'toDealer', 'toStore'],
      ['onlySku', 'orderNo', 'direction', 'units'],
      ['reason'],
    ],
    form: [
      'areaId',
      'fromCustomer',
      'fromDealer',
      'fromStore',
      'toAreaId',
      'toCustomer',
      'toDealer',
      'toStore',
      'onlySku',
      'orderNo',
      'reason',
    ],
    lines: { columns: ['skuCode', 'quantity'], frozen: ['skuCode'], card: ['skuCode'], sum: null },
  },
  list: {
    columns: [
      'no',
      'state',
      'fromCustomer',
      'fromDealer',
      'toCustomer',
      'toDealer',
      'units',
      'orderNo',
      'currentHolder',
      'waitingSince',
      'drafter',
      'createdAt',
    ],
    filters: ['no', 'state', 'fromCustomer', 'toCustomer', 'orderNo', 'skuCode', 'drafter', 'createdFrom', 'createdTo'],
    sort: ['no', 'createdAt'],
  },
})

export type DeviceTransfer = typeof deviceTransfer
export type DeviceTransferContent = Content<DeviceTransfer>
