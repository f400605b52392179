import { expect, test } from 'vitest'
import { optionOf } from '#kernel/web/console/form/reference-options.ts'
import { productLineReference } from '#areas/product/references.facade.ts'
import { businessTypeReference } from './references.facade.ts'

test('a business type is offered by both of its codes and found in both languages', () => {
  const type = {
    fscId: 'F01',
    subBusiCode: 'S01',
    mainBusiName: '市场',
    midBusiName: '渠道',
    subBusiName: '促销',
    mainBusiNameEn: 'Marketing',
    midBusiNameEn: 'Channel',
    subBusiNameEn: 'Promotion',
  }
  expect(optionOf(businessTypeReference.selector, type)).toEqual({
    value: 'F01|S01',
    label: 'S01 / Marketing-Channel-Promotion',
    search: 'F01 市场-渠道-促销',
  })
})

test('a product line is offered to documents of its product class', () => {
  const line = { code: 'P1', name: 'Phones', productClass: 'phone', child: [] }
  expect(optionOf(productLineReference.selector, line)).toEqual({
    value: 'P1',
    label: 'P1 / Phones',
    of: { productClass: 'phone' },
  })
})
