import { expect, test } from 'vitest'
import { askedOf, optionOf } from '#kernel/web/console/form/reference-options.ts'
import { customerReference } from '#areas/customer/references.facade.ts'
import { anyArea } from '#areas/organisation/references.facade.ts'
import { skuReference, spuReference } from './references.facade.ts'

test('a SKU in a selector is found by every one of its fields', () => {
  const sku = { skuCode: 'MD20-BK', skuName: 'Merida 20', eanCode: '6979990000017', materialCodeStr: '4010001,4050001' }
  expect(optionOf(skuReference.selector, sku)).toEqual({
    value: 'MD20-BK',
    label: 'MD20-BK / Merida 20',
    search: '6979990000017 4010001,4050001',
  })
  expect(optionOf(skuReference.selector, { ...sku, eanCode: null, materialCodeStr: '' }).search).toBe('')
  const spu = { productName: 'Merida 20', spuCode: 'MD20', materialCodes: ['4010001', '4010002'] }
  expect(optionOf(spuReference.selector, spu)).toEqual({
    value: 'MD20',
    label: 'MD20 / Merida 20',
    search: '4010001 4010002',
  })
  const customer = {
    distributorCode: 'C1',
    distributorName: 'First',
    erpCustomerCode: 'E9',
    businessCustomerCode: null,
    customerCountryCode: 'IN',
  }
  expect(optionOf(customerReference.selector, customer)).toEqual({
    value: 'C1',
    label: 'C1 / First',
    search: 'E9',
    has: { customerCountryCode: 'IN' },
  })
})

test('a form asks for products of the back-end system of its area and of the top category of its product class', () => {
  const values = { idcCode: 'IN', areaId: '2', productClass: 'phone' }
  expect(askedOf(spuReference.selector, { ...values, bizSystem: 'iot' })).toMatchObject({
    path: '/iot/IN/oversea/aps/product/spu/list',
    body: { curTopAreaId: '2', limit: 999, skuSourceType: 1, categoryTopCode: 'mobile' },
  })
  expect(askedOf(skuReference.selector, { ...values, productClass: 'iot' })).toMatchObject({
    path: '/gs/IN/oversea/aps/product/sku/list',
    body: { categoryTopCode: 'accessories' },
  })
  expect(askedOf(skuReference.selector, { idcCode: 'IN', areaId: '2' }).body).toEqual({
    limit: 9999,
    curTopAreaId: '2',
  })
})

test('a form asks for the areas of the approval template of its document', () => {
  expect(askedOf(anyArea.selector, {}, 'scheme_application').body).toEqual({ templateCode: 'scheme_application' })
  expect(askedOf(anyArea.selector, {}).body).toEqual({ templateCode: 'budget_country' })
})
