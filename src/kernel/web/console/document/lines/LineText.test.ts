import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { f } from '#kernel/engine/definition/fields.ts'
import { LineText } from './LineText.tsx'

const drawn = (field: Parameters<typeof LineText>[0]['field'], text: string) =>
  renderToStaticMarkup(createElement(LineText, { field, text, line: {}, currency: 'INR' }))

it('the unit of an exact price is set apart as that of an amount, and percent and quantities stand as they are', () => {
  const price = f.decimal({ digits: 6, min: '0', max: '1000', unit: 'currency' })
  expect(drawn(price, '12.345')).toBe('<span class="amount">12.345<span class="amount-currency">INR</span></span>')
  expect(drawn(f.decimal({ digits: 2, min: '0', max: '100', unit: '%' }), '3.50%')).toBe('3.50%')
  expect(drawn(f.quantity(), '12000')).toBe('12,000')
  expect(drawn(price, '')).toBe('/')
})
