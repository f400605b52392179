import { bindDocument } from '#kernel/engine/document/server-document.ts'
import { type Content, defineDocument } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import {
  checkClaims,
  claimsOf,
  type DeviceClaim,
  findDevices,
  type DeviceFinding,
  freezeStock,
  holdClaims,
  liveClaims,
  payClaims,
  readClaims,
  readDevices,
  readStock,
  releaseClaims,
  stockSnapshot,
  type UnitToPay,
} from '#areas/device/device.facade.ts'
import type { Stock } from '#areas/device/stock/stock.server.ts'

// A document of an area that does not exist, as executions of schemes will be: it is paid for devices, and freezes the stock of a customer.

const RIGHTS = { submit: 'budget.country.submit', approve: 'budget.country.approve' } as const
export const SCHEME_TYPE = 'priceProtection'

const deviceClaim = defineDocument({
  area: 'sample',
  name: 'testDeviceClaim',
  table: 'test_device_claim',
  number: { prefix: 'TD', reset: 'month' },
  api: '/aps/test/device-claim',
  pages: { pc: '/sample/pc', mobile: '/sample/mobile', list: '/sample/list', edit: '/sample/apply' },
  viewRight: 'budget.country.view',
  lineLimits: { typed: 50, file: 10_000 },
  states: { draft: 'grey', underApproval: 'blue', approved: 'green', rejected: 'red', cancelled: 'grey' },
  initial: 'draft',
  list: { columns: ['no', 'state'], filters: ['no'], sort: ['no'] },
  fields: {
    customerCode: f.code({ required: true, limitedBy: 'customer_code' }),
    skuCode: f.code({ required: true }),
    stockAt: f.code({ required: true }),
    totalAmount: f.money({ computed: true }),
  },
  lines: { imei: f.code({ required: true }), amount: f.money({ required: true }) },
  actions: {
    submit: {
      from: ['draft', 'rejected'],
      to: 'underApproval',
      by: 'drafter',
      right: RIGHTS.submit,
      content: 'submitted',
      approval: 'test_device_claim',
      posts: true,
    },
    approve: { from: ['underApproval'], to: 'approved', by: 'approval', right: RIGHTS.approve, posts: true },
    reject: { from: ['underApproval'], to: 'rejected', by: 'approval', right: RIGHTS.approve, posts: true },
    withdraw: { from: ['underApproval'], to: 'draft', by: 'drafter', right: RIGHTS.submit, posts: true },
  },
})
type Claiming = typeof deviceClaim

/** Its tables, and its route: one manager. */
export const CLAIMING_TABLES = `
  create table test_device_claim (id bigint primary key, no text not null, state text not null, version int not null, round int not null,
    scope_id int not null, drafter_id int not null, updated_by int not null, content_hash text, audit_hash bytea, draft jsonb,
    created_at timestamptz not null, updated_at timestamptz not null, submitted_at timestamptz, total_amount numeric(20,2),
    customer_code text, sku_code text, stock_at text);
  create table test_device_claim_line (document_id bigint, round int, line_no int, imei text, amount numeric(20,2));
  insert into approval_template (code, version, name_zh, name_en, process, steps) values ('test_device_claim', 1, '测试', 'Test', 'new',
    '[{"key":"manager","name":{"zh":"经理","en":"Manager"},"who":{"role":"manager"},"mode":"any"}]');
`

interface Facts {
  readonly devices: readonly DeviceFinding[]
  readonly live: readonly DeviceClaim[]
  readonly own: readonly DeviceClaim[]
  readonly stock: readonly Stock[]
}

const imeisOf = (content: Content<Claiming> | null) => (content?.lines ?? []).map(({ imei }) => imei)

function unitsOf({ header, lines }: Content<Claiming>, { devices }: Facts): UnitToPay[] {
  return devices.flatMap(({ device, number }, index) =>
    device === null
      ? []
      : [
          {
            line: index + 1,
            deviceId: device.deviceId,
            number,
            amount: lines[index]!.amount,
            currency: 'INR',
            customerCode: header.customerCode,
          },
        ],
  )
}

const held = ({ own }: Facts) => own.filter(({ state }) => state === 'held').map(({ deviceId }) => deviceId)

export const testDeviceClaim = bindDocument<Claiming, Facts>({
  definition: deviceClaim,
  load: {
    facts: {
      devices: {
        actions: ['submit'],
        sight: { everybodys: 'Tests ask for what is theirs' },
        statement: ({ content, principal }) => findDevices(principal, imeisOf(content)),
        read: (rows, { content }) => readDevices(rows, imeisOf(content), 'imei'),
      },
      live: {
        actions: ['submit'],
        sight: { everybodys: 'Tests ask for what is theirs' },
        statement: ({ content }) => liveClaims(imeisOf(content), SCHEME_TYPE),
        read: readClaims,
      },
      own: {
        actions: ['approve', 'reject', 'withdraw'],
        sight: 'stored',
        statement: ({ documentId }) => claimsOf(documentId === null ? [] : [documentId]),
        read: readClaims,
      },
      stock: {
        actions: ['submit'],
        sight: { everybodys: 'Tests ask for what is theirs' },
        statement: ({ content, principal }) =>
          stockSnapshot(principal, {
            customerCodes: [content?.header.customerCode ?? ''],
            skuCodes: [content?.header.skuCode ?? ''],
            at: new Date(content?.header.stockAt ?? 0),
            coverageDays: 60,
          }),
        read: readStock,
      },
    },
    scopeOf: () => 200,
    organisationOf: () => 'IN',
  },
  validate: {
    check: (content, facts) => [
      ...facts.devices.flatMap(({ refusal }) => refusal ?? []),
      ...checkClaims(unitsOf(content, facts), facts.live, 'imei'),
    ],
  },
  derive: {
    computed: () => ({ totalAmount: '0.00' }),
    variables: () => ({}),
  },
  present: {
    names: async () => ({}),
    taskFacts: [],
  },
  post: {
    plans: {
      submit: ({ id, round, content }, facts) => {
        const { customerCode, skuCode, stockAt } = content!.header
        const units = facts.stock[0]?.units ?? 0
        const frozen = { line: 1, customerCode, skuCode, at: new Date(stockAt), coverageDays: 60, units }
        return {
          legs: [],
          writes: [
            ...freezeStock({ id, round }, [frozen]),
            ...holdClaims({ id, round }, SCHEME_TYPE, unitsOf(content!, facts)),
          ],
        }
      },
      approve: ({ id, round }, facts) => ({ legs: [], writes: payClaims({ id, round }, held(facts)) }),
      reject: ({ id, round }, facts) => ({ legs: [], writes: releaseClaims({ id, round }, held(facts)) }),
      withdraw: ({ id, round }, facts) => ({ legs: [], writes: releaseClaims({ id, round }, held(facts)) }),
    },
  },
})
