import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schemeAdjust } from '#areas/scheme/adjustment/scheme-adjust.doc.ts'
import { schemeWithhold } from '#areas/scheme/withhold/scheme-withhold.doc.ts'
import { OTHER_CUSTOMER, OTHER_MODEL, SAME_MODEL } from '#test/helpers/company/fixtures.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { type SchemeLine, schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'

// Beneficiaries and products of scheme lines, changed by adjustments (domain.md 2.9).

let server: DemoServer
let story: SchemeStory
const otherCustomer = OTHER_CUSTOMER
/** Another SKU of the same SPU, one of another SPU, and one that is no phone. */
const sibling = SAME_MODEL
const otherPhone = OTHER_MODEL.sku
let otherClass = ''

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  story = await schemeStory(server)
  const [found] = await server.query<{ code: string }>(
    `select min(s.code) as code from sku s join spu p on p.code = s.spu_code join product_category c on c.code = p.category_code
     where s.enabled and p.enabled and c.class <> 'phone'`,
  )
  otherClass = found!.code
})

afterAll(async () => {
  await server?.close()
})

const adjust = (scheme: Acted, lines: readonly object[], more: object = {}) =>
  story.hand(schemeAdjust, 'in.channel', scheme.no, {
    lines: lines.map((line) => ({ kind: 'scope' as const, fundingNo: 1, ...line })),
    ...more,
  })

const lineOf = async ({ no }: Acted) =>
  (
    await server.query<{ customer: string; sku: string | null; spu: string | null }>(
      `select l.customer_code as customer, l.sku_code as sku, l.spu_code as spu from scheme s join scheme_line l on l.scheme_id = s.id
       where s.no = $1 and l.line_no = 1`,
      [no],
    )
  )[0]

const made = (lines: readonly SchemeLine[] = [{ amount: '100.00' }], header: object = {}) => story.scheme(lines, header)
const withhold = (scheme: Acted) =>
  story.hand(schemeWithhold, 'in.finance', scheme.no, {
    kind: 'regular',
    year: story.budget.year,
    month: story.budget.month,
    postingDate: story.day(28),
    lines: [{ fundingNo: 1, amount: '10.00' }],
  })

describe('a changed beneficiary of a scheme line', () => {
  it('a changed beneficiary applies from the next version, and the earlier one stays as it was (Never: overwrite the earlier version)', async () => {
    const scheme = await made()
    const { data } = await adjust(scheme, [{ newCustomerCode: otherCustomer, newSkuCode: sibling }])
    expect(await lineOf(scheme)).toMatchObject({ customer: story.customer, sku: story.sku })
    const detail = await server.call<{
      document: { lines: readonly object[] }
      names: Record<string, Record<string, string>>
    }>('in.channel', '/aps/scheme/adjust/detail', { formInstanceId: data.formInstanceId })
    // An approver sees old and new values.
    expect(detail.data.document.lines).toMatchObject([
      { customerCode: story.customer, skuCode: story.sku, newCustomerCode: otherCustomer, newSkuCode: sibling },
    ])
    expect(Object.keys(detail.data.names['customers'] ?? {}).toSorted()).toEqual(
      [story.customer, otherCustomer].toSorted(),
    )
    expect(Object.keys(detail.data.names['skus'] ?? {}).toSorted()).toEqual([sibling, story.sku].toSorted())

    await story.agree(schemeAdjust, data.formInstanceId)
    expect(await lineOf(scheme)).toEqual({ customer: otherCustomer, sku: sibling, spu: null })
    const versions = await server.query<{ version: number; customer: string; sku: string }>(
      `select v.version, v.content #>> '{lines,0,customer_code}' as customer, v.content #>> '{lines,0,sku_code}' as sku
       from scheme_version v join scheme s on s.id = v.scheme_id where s.no = $1 order by v.version`,
      [scheme.no],
    )
    expect(versions).toEqual([
      { version: 1, customer: story.customer, sku: story.sku },
      { version: 2, customer: otherCustomer, sku: sibling },
    ])
    expect(await brokenInvariants((text, values) => server.query(text, values))).toEqual([])
  })

  it('a change of beneficiary and claims of the scheme exclude each other while in approval', async () => {
    const scheme = await made()
    const waiting = await adjust(scheme, [{ newSkuCode: sibling }])
    expect((await adjust(scheme, [{ newCustomerCode: otherCustomer }])).error?.key).toBe('scheme.childInApproval')
    await story.decide(schemeAdjust, waiting.data.formInstanceId, 'reject')
    expect(await lineOf(scheme)).toMatchObject({ sku: story.sku })
  })

  it('a beneficiary is not changed after an accrual or settlement', async () => {
    const scheme = await made()
    const { data } = await withhold(scheme)
    await story.agree(schemeWithhold, data.formInstanceId)
    expect((await adjust(scheme, [{ newSkuCode: sibling }])).error).toMatchObject({
      key: 'scheme.scopeOfSettled',
      row: 0,
    })
  })

  it('a changed beneficiary gives a warning when another scheme of the type covers the same', async () => {
    await made([{ amount: '10.00', customerCode: otherCustomer, skuCode: otherPhone }])
    const scheme = await made()
    const [head] = await server.query<{ area: number; currency: string }>(
      'select area_id as area, currency from scheme where no = $1',
      [scheme.no],
    )
    const { data } = await server.call<{ warnings: readonly { key: string; row?: number }[] }>(
      'in.channel',
      '/aps/scheme/adjust/check',
      {
        schemeNo: scheme.no,
        idcCode: 'IN',
        areaId: head!.area,
        currency: head!.currency,
        reason: 'Another dealer',
        lines: [{ kind: 'scope', fundingNo: 1, newCustomerCode: otherCustomer, newSkuCode: otherPhone }],
      },
    )
    expect(data.warnings).toMatchObject([{ key: 'scheme.overlaps', row: 0 }])
  })

  it.each([
    ['scheme.scopeNothing', () => [{}]],
    ['scheme.scopeNothing', () => [{ newCustomerCode: story.customer }]],
    ['scheme.scopeTwice', () => [{ newSkuCode: sibling }, { newCustomerCode: otherCustomer }]],
    ['scheme.customerUnknown', () => [{ newCustomerCode: 'nobody' }]],
    ['scheme.productUnknown', () => [{ newSkuCode: 'nothing' }]],
    ['scheme.fundingUnknown', () => [{ fundingNo: 9, newSkuCode: sibling }]],
  ])('a change of beneficiary is refused: %s', async (key, lines) => {
    expect((await adjust(await made(), lines())).error?.key).toBe(key)
  })

  it('a change of product stays in one product category (B8), and in one SPU of a booking activity (B9)', async () => {
    const two = [{ amount: '10.00' }, { amount: '10.00' }]
    const mixed = await adjust(await made(two), [{ newSkuCode: otherClass }])
    expect(mixed.error).toMatchObject({ key: 'scheme.mixedCategories', row: 0 })
    const booking = await made(two, { bookingActivity: 'yes' })
    const { error, msg } = await adjust(booking, [{ newSkuCode: otherPhone }])
    expect([error?.key, msg]).toEqual([
      'scheme.otherSpu',
      expect.stringMatching(/^Only one SPU per booking activity: /),
    ])
    const allowed = await adjust(booking, [{ newSkuCode: sibling }])
    expect(allowed.data?.state).toBe('underApproval')
  })
})

describe('a booking activity', () => {
  it('a booking activity with a second SPU is refused in the words of the specification (B9)', async () => {
    const lines = [{ amount: '10.00' }, { amount: '10.00', skuCode: otherPhone }]
    expect((await story.apply(lines)).data.state).toBe('underApproval')
    const { error, msg } = await story.apply(lines, { bookingActivity: 'yes' })
    expect([error?.key, msg]).toEqual([
      'scheme.otherSpu',
      expect.stringMatching(/^Only one SPU per booking activity: /),
    ])
    const duplicates = [{ amount: '10.00' }, { amount: '10.00', skuCode: sibling }]
    expect((await story.apply(duplicates, { bookingActivity: 'yes' })).data.state).toBe('underApproval')
  })
})
