import { describe, expect, it } from 'vitest'
import { guardedLookup, isInside, refusedAddress } from './address-guard.ts'

const guard = { internalHosts: new Set(['wms.lan']) }
const refused = (address: string) => refusedAddress(new URL(address), guard) !== null

describe('the guard of outgoing addresses', () => {
  it('the guard recognises internal addresses in every spelling', () => {
    const inside = ['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0']
    for (const address of [...inside, '::1', '::', 'fd00::1', 'fe80::1', '::ffff:10.0.0.1', '::ffff:127.0.0.1'])
      expect([address, isInside(address)]).toEqual([address, true])
    for (const address of ['::127.0.0.1', '::10.0.0.1', '3fff::1', '5f00::1', '2001:db8::1', '64:ff9b::a00:1'])
      expect([address, isInside(address)]).toEqual([address, true])
    for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '4000::1', '3ffe::1'])
      expect([address, isInside(address)]).toEqual([address, false])
  })

  it('the guard refuses unencrypted and internal addresses before resolving, unless the host is allowed', () => {
    expect(refused('https://erp.company.example/x')).toBe(false)
    expect(refused('http://erp.company.example/x')).toBe(true)
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:a00:1]', '10.0.0.1'])
      expect([host, refused(`https://${host}/x`)]).toEqual([host, true])
    expect(refused('http://wms.lan/x')).toBe(false)
    expect(refused('http://WMS.lan/x')).toBe(false)
  })

  it('the guard refuses a host name that resolves to an internal address when it connects', async () => {
    const look = (host: string, given = guard) =>
      new Promise((resolve) => {
        guardedLookup(given)(host, { all: true }, (error, found) => resolve(error?.code ?? found))
      })
    expect(await look('localhost')).toBe('EADDRESSNOTALLOWED')
    expect(await look('localhost', { internalHosts: new Set(['localhost']) })).toEqual(expect.any(Array))
  })
})
