import { expect, test } from 'vitest'
import { classificationOption, customerOption, skuOption, spuOption } from './product-options.web.ts'

test('a SKU in a selector is found by every one of its fields', () => {
  const sku = { skuCode: 'MD20-BK', skuName: 'Merida 20', eanCode: '6979990000017', materialCodeStr: '4010001,4050001' }
  expect(skuOption(sku)).toEqual({
    value: 'MD20-BK',
    label: 'MD20-BK / Merida 20',
    search: '6979990000017 4010001,4050001',
  })
  expect(skuOption({ ...sku, eanCode: null, materialCodeStr: '' }).search).toBe('')
  const spu = { productId: '7', productName: 'Merida 20', spuCode: 'MD20', materialCodes: ['4010001', '4010002'] }
  expect(spuOption(spu)).toEqual({ value: '7', label: 'MD20 / Merida 20', search: '4010001 4010002' })
  const customer = {
    distributorCode: 'C1',
    distributorName: 'First',
    erpCustomerCode: 'E9',
    businessCustomerCode: null,
  }
  expect(customerOption(customer)).toEqual({ value: 'C1', label: 'C1 / First', search: 'E9' })
  expect(classificationOption({ id: '5', fromIdcCode: 'IN', classificationName: 'Online' })).toMatchObject({
    search: 'IN',
  })
})
