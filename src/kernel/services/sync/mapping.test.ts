import { describe, expect, it } from 'vitest'
import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED } from '#kernel/engine/record/definition.ts'
import { mappingFaults, mappingOf, toHere, toThere } from './mapping.ts'

const shop = defineRecord({
  name: 'shop',
  area: 'sample',
  table: 'shop',
  api: '/x',
  file: 'shop',
  page: '/x',
  phonePage: '/y',
  fields: { ...NAMED, floors: f.integer(), safe: { ...f.code(), secret: 'sample.safe' } },
  states: ENABLED,
  list: { columns: ['code'], filters: [], sort: ['code'] },
  example: {},
})
const faults = (text: string, direction = 'inbound') => mappingFaults(shop, text, direction)

describe('a field mapping', () => {
  it('a field mapping is refused line by line and field by field', () => {
    expect(faults('code = no\nnameZh -> zh\n\nfloors=')).toEqual([
      { kind: 'line', line: 2 },
      { kind: 'line', line: 4 },
    ])
    expect(faults('code = no\ncolour = colour\ncode = other')).toEqual([
      { kind: 'field', field: 'colour' },
      { kind: 'twice', field: 'code' },
    ])
    expect(faults('nameZh = zh')).toEqual([{ kind: 'missing', fields: ['code'] }])
    expect(faults('code = a.__proto__.b')).toEqual([{ kind: 'line', line: 1 }])
    expect(faults('nameZh = "fixed"', 'outbound')).toEqual([{ kind: 'constant', field: 'nameZh' }])
    expect(faults('code = no\nstate = status\nnameEn = "Shop"')).toEqual([])
    expect(faults('')).toEqual([])
  })

  it("a field mapping writes our values under the other system's names, also nested ones", () => {
    const fields = mappingOf(shop, 'code = shop.no\nnameEn = shop.name.en\nstate = status', 'outbound')
    expect(toThere(fields, { code: 'S1', nameZh: '店', nameEn: 'Shop', floors: 2 }, 'enabled')).toEqual({
      shop: { no: 'S1', name: { en: 'Shop' } },
      status: 'enabled',
    })
    const same = mappingOf(shop, null, 'outbound')
    expect(toThere(same, { code: 'S1', nameZh: '店', nameEn: 'Shop', floors: null }, 'disabled')).toEqual({
      code: 'S1',
      nameZh: '店',
      nameEn: 'Shop',
      floors: null,
      state: 'disabled',
    })
  })

  it('a field mapping writes a secret only where it is named', () => {
    const values = { code: 'S1', nameZh: '店', nameEn: 'Shop', floors: 1, safe: '4711' }
    expect(toThere(mappingOf(shop, null, 'outbound'), values, 'enabled')).not.toHaveProperty('safe')
    expect(toThere(mappingOf(shop, 'code = no\nsafe = safe', 'outbound'), values, 'enabled')).toEqual({
      no: 'S1',
      safe: '4711',
    })
  })

  it('a field mapping reads rows and leaves fields alone that a row does not mention', () => {
    const fields = mappingOf(shop, 'code = no\nnameEn = name.en\nfloors = floors\nnameZh = "店"', 'inbound')
    expect(toHere(shop, fields, { no: 7, name: { en: 'Shop' }, floors: '3' })).toEqual({
      code: '7',
      nameEn: 'Shop',
      floors: 3,
      nameZh: '店',
    })
    expect(toHere(shop, fields, { no: 'S1', name: null })).toEqual({ code: 'S1', nameZh: '店' })
    expect(toHere(shop, fields, 'nothing of the kind')).toEqual({ nameZh: '店' })
  })
})
