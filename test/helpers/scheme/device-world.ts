import { customerReference } from '#areas/customer/references.facade.ts'
import { imeiCheckDigit } from '#areas/device/imei.ts'
import type { ActionAnswer } from '#kernel/engine/document/action/command.ts'
import { bindDocument } from '#kernel/engine/document/server-document.ts'
import { type Content, defineDocument } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import {
  checkClaims,
  claimsOf,
  type DeviceClaim,
  type DeviceFinding,
  findDevices,
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
import { budgetWorld, type World } from '../budget/budget-world.ts'
import { actionsOf, COLUMNS, HEAD, managersTemplate } from '../budget/spending-document.ts'
import { activateDevice, makeDevice, moveDevice, type Step } from './device-moves.ts'

/** Two customers of India with a dealer and a store each, one of Indonesia; a phone in two colours, and earphones. */
const MASTER = `
  insert into product_category (code, name_zh, name_en, class) values ('phones', '手机', 'Phones', 'phone');
  insert into spu (code, name_zh, name_en, category_code, product_line_code) values
    ('X1', 'X1', 'X1', 'phones', 'P1'), ('E1', 'E1', 'E1', 'phones', 'I1');
  insert into sku (code, name_zh, name_en, spu_code, sell_in, life_cycle) values
    ('X1-BK', 'X1黑', 'X1 black', 'X1', 'yes', 'active'), ('X1-WH', 'X1白', 'X1 white', 'X1', 'yes', 'active'), ('E1-BK', 'E1黑', 'E1 black', 'E1', 'yes', 'active');
  insert into device_tac (tac, spu_code) values ('35000001', 'X1');
  insert into customer (code, name_zh, name_en, kind, type, organisation_id, country_code, state, scope_id, parent_code) values
    ('C-IN-1', '甲', 'One', 'distributor', 'regional', 201, 'IN', 'enabled', 201, null),
    ('C-IN-2', '乙', 'Two', 'distributor', 'regional', 201, 'IN', 'enabled', 201, null),
    ('D-IN-1', '丙', 'Dealer', 'dealer', 'regional', 201, 'IN', 'enabled', 201, 'C-IN-1'),
    ('C-ID-1', '丁', 'Island', 'distributor', 'regional', 301, 'ID', 'enabled', 301, null);
  insert into store (code, name_zh, name_en, type, customer_code, country_code, city, address, scope_id) values
    ('ST-IN-1', '店', 'Shop', 'multiBrand', 'D-IN-1', 'IN', 'Pune', '1', 201);
`

export interface DeviceWorld {
  readonly world: World
  /** IMEI of the unit with this number. */
  imei(unit: number): string
  /** A unit of the phone, made at the factory, and where it went; answers its id. */
  make(unit: number, steps: readonly Step[], more?: { readonly sku?: string; readonly imei2?: string }): Promise<string>
  move(device: string, step: Step): Promise<void>
  activate(device: string, at: string): Promise<void>
  /** A document that wants to be paid for these numbers. */
  claim(numbers: readonly string[], header?: Readonly<Record<string, string>>): Promise<ActionAnswer>
  decide(answer: ActionAnswer, verb: 'approve' | 'reject'): Promise<ActionAnswer>
  close(): Promise<void>
}

/** When units of tests leave their factory. */
const MADE = '2026-08-01T00:00:00Z'

/** The customer gets it; the price is the invoice's. */
export function sellIn(customer: string, at: string, scope = 201): Step {
  const counted = ['sellIn', customer, 1] as const
  return {
    at,
    event: 'sellIn',
    type: 'customer',
    code: customer,
    scope,
    customer,
    counted,
    price: '100.00',
  }
}

export async function deviceWorld(databaseUrl: string, connections?: number): Promise<DeviceWorld> {
  const world = await budgetWorld(databaseUrl, '1000.00', connections)
  await world.pool.query(MASTER)
  await world.pool.query(CLAIMING_TABLES)
  const imei = (unit: number) => {
    const fourteen = `35000001${String(unit).padStart(6, '0')}`
    return fourteen + imeiCheckDigit(fourteen)
  }
  const its: DeviceWorld = {
    world,
    imei,
    async make(unit, steps, { sku = 'X1-BK', imei2 } = {}) {
      const numbers = { imei1: imei(unit), ...(imei2 && { imei2 }), sn: `SNX${String(unit).padStart(8, '0')}` }
      const device = await makeDevice(world, { ...numbers, sku }, MADE)
      for (const step of steps) await its.move(device, step)
      return device
    },
    async move(device, step) {
      await moveDevice(world, device, step)
    },
    activate: (device, at) => activateDevice(world, device, at),
    claim: (numbers, header = {}) =>
      world.act(
        'in.channel',
        'submit',
        {
          raw: {
            customerCode: 'C-IN-1',
            skuCode: 'X1-BK',
            stockAt: '2026-11-01T00:00:00Z',
            ...header,
            lines: numbers.map((number) => ({ imei: number, amount: '10.00' })),
          },
        },
        undefined,
        testDeviceClaim,
      ),
    decide: ({ formInstanceId }, verb) =>
      world.as('in.manager').decide(testDeviceClaim.definition, verb, formInstanceId!),
    close: () => world.close(),
  }
  return its
}

// A document of an area that does not exist, as executions of schemes will be: it is paid for devices, and freezes the stock of a customer.

export const SCHEME_TYPE = 'priceProtection'

const deviceClaim = defineDocument({
  ...HEAD,
  name: 'testDeviceClaim',
  table: 'test_device_claim',
  number: { ...HEAD.number, prefix: 'TD' },
  api: '/aps/test/device-claim',
  fields: {
    customerCode: f.ref(customerReference, { required: true }),
    skuCode: f.code({ required: true }),
    stockAt: f.code({ required: true }),
    totalAmount: f.money({ computed: true }),
  },
  lines: { imei: f.code({ required: true }), amount: f.money({ required: true }) },
  actions: actionsOf('test_device_claim'),
})
type Claiming = typeof deviceClaim

/** Its tables, and its route: one manager. */
const CLAIMING_TABLES = `
  create table test_device_claim (${COLUMNS}, customer_code text, sku_code text, stock_at text);
  create table test_device_claim_line (document_id bigint, round int, line_no int, imei text, amount numeric(20,2));
  ${managersTemplate('test_device_claim')}
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
        const of = { occasion: '', paidAbove: null, currency: null, onlyKnown: false }
        const frozen = { line: 1, customerCode, skuCode, at: new Date(stockAt), coverageDays: 60, units, ...of }
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
