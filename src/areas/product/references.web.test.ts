import { expect, test } from 'vitest'
import { optionOf } from '#kernel/web/console/form/reference-options.ts'
import { customerReference } from '#areas/customer/references.facade.ts'
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
  }
  expect(optionOf(customerReference.selector, customer)).toEqual({ value: 'C1', label: 'C1 / First', search: 'E9' })
})
