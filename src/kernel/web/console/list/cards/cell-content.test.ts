import { createElement } from 'react'
import { expect, test } from 'vitest'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { isControl, saysNothing, withoutLink } from './cell-content.ts'

test('a slash, an empty text and a missing amount say nothing on a card', () => {
  const code = createElement('span', { className: 'code' }, '/')
  for (const node of ['/', '', null, code, createElement(Amount, { value: null })])
    expect(saysNothing(node, false), JSON.stringify(node)).toBe(true)
  for (const node of ['IN', createElement('span', {}, 'IN'), createElement(Amount, { value: '12.00' })])
    expect(saysNothing(node, true), JSON.stringify(node)).toBe(false)
})

test('an amount of zero says nothing only where that is asked, also within its button', () => {
  const zero = createElement(Amount, { value: '0.00' })
  const button = createElement('button', { onClick: () => undefined }, zero)
  expect([saysNothing(zero, false), saysNothing(button, false)]).toEqual([false, false])
  expect([saysNothing(zero, true), saysNothing(button, true)]).toEqual([true, true])
})

test('a link on a card is told from a text, and gives up its text', () => {
  const link = createElement('a', { href: '/x' }, 'BG-1')
  expect([isControl(link), isControl('BG-1')]).toEqual([true, false])
  expect([withoutLink(link), withoutLink('BG-1')]).toEqual(['BG-1', 'BG-1'])
})
