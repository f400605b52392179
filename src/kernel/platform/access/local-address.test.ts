import { describe, expect, it } from 'vitest'
import { localAddress, withTicket } from './local-address.ts'

describe('localAddress', () => {
  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil',
    '\\\\evil',
    'http://evil',
    'javascript:alert(1)',
    'x',
    '',
    '/a\tb',
    '/a\\..\\b',
    '/.//evil.example',
    '/a/..//evil',
  ])('localAddress refuses %j', (address) => {
    expect(localAddress(address)).toBeNull()
  })

  it.each(['/', '/index', '/a?b=c&b=d%20e#f', '/a?next=//evil.example', '/中文?x=%E4%B8%AD'])(
    'localAddress accepts %j',
    (address) => {
      expect(localAddress(address)).not.toBeNull()
    },
  )
})

describe('withTicket', () => {
  it.each([
    ['/a', '/a?token=T'],
    ['/a?x=1&y=a%20b+c', '/a?x=1&y=a%20b+c&token=T'],
    ['/a?token=old&x=1&token=older', '/a?x=1&token=T'],
    ['/a?x=?y#part', '/a?x=?y&token=T#part'],
    ['/a?tokens=1', '/a?tokens=1&token=T'],
  ])('the ticket is put into an address: %s -> %s', (address, expected) => {
    expect(withTicket(address, 'T')).toBe(expected)
  })
})
