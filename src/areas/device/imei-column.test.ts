import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cell } from '#kernel/platform/excel/cell.ts'
import { defineColumns } from '#kernel/platform/excel/columns.ts'
import { rowParser } from '#kernel/platform/excel/read/parse-rows.ts'
import { imeiForm } from './imei-column.ts'
import { imeiCheckDigit } from './imei.ts'

const text = (value: string): Cell => ({ kind: 'text', text: value })
const number = (value: string): Cell => ({ kind: 'number', text: value })
const empty: Cell = { kind: 'empty' }

describe('a column of IMEIs', () => {
  const devices = defineColumns([
    { key: 'imei', titles: { zh: '串码', en: 'IMEI' }, required: true, kind: 'code', form: imeiForm },
    {
      key: 'list',
      titles: { zh: '串码清单', en: 'IMEIs' },
      required: false,
      kind: 'code',
      form: imeiForm,
      isList: true,
    },
  ])
  const GOOD = '356938035643809'
  const OTHER = '490154203237518'
  const read = (imei: Cell, list: Cell = empty) => {
    const row = rowParser(['IMEI', 'IMEIs'], devices, 'en').parse({ row: 2, cells: [imei, list] })
    if (!row) throw new Error('blank')
    return row.ok ? row.values : row.errors.map(({ column, key }) => `${column} ${key.slice(key.indexOf('.') + 1)}`)
  }

  it.each<[string, Cell]>([
    ['as text', text(GOOD)],
    ['as a number that lost nothing', number(GOOD)],
    ['as the same in scientific notation', number('3.56938035643809E+14')],
    ['in full-width digits', text('３５６９３８０３５６４３８０９')],
    ['as printed on the box', text('35-693803-564380-9')],
    ['in groups', text('35 693803 564380 9')],
  ])('an IMEI %s', (_, cell) => {
    expect(read(cell)).toEqual({ imei: GOOD, list: null })
  })

  it.each<[string, Cell, string]>([
    ['that Excel has shortened', text('3.56938E+14'), 'cellDigitsLost'],
    ['that it has shortened and stored', number('3.5E+14'), 'cellDigitsLost'],
    ['of 16 digits stored as a number', number('3569380356438090'), 'cellDigitsLost'],
    ['whose check digit does not fit', text('999032320001880'), 'cellImeiCheck'],
    ['with its software version', text('3569380356438090'), 'cellImeiVersion'],
    ['without its check digit', text('35693803564380'), 'cellNotImei'],
    ['with a letter', text('35693803564380O'), 'cellNotImei'],
    ['beside another', text(`${GOOD} ${OTHER}`), 'cellImeiMany'],
  ])('refuses one %s', (_, cell, expected) => {
    expect(read(cell)).toEqual([`imei ${expected}`])
  })

  it('takes a list in one cell and says which of it is wrong', () => {
    expect(read(text(GOOD), text(`${OTHER}\u3000${GOOD}`))).toMatchObject({ list: `${OTHER} ${GOOD}` })
    expect(read(text(GOOD), text(`${OTHER} ${OTHER}`))).toEqual(['list cellImeiTwice'])
    expect(read(text(GOOD), text(`${OTHER} 123`))).toEqual(['list cellNotImei'])
  })

  it('any fourteen digits with their check digit are an IMEI, and none with another digit changed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(9), { minLength: 14, maxLength: 14 }),
        fc.nat(13),
        fc.integer({ min: 1, max: 9 }),
        (body, place, shift) => {
          const last = imeiCheckDigit(body.join(''))
          const changed = body.with(place, ((body[place] ?? 0) + shift) % 10)
          expect(read(text(body.join('') + last))).toEqual({ imei: body.join('') + last, list: null })
          expect(read(text(changed.join('') + last))).toEqual(['imei cellImeiCheck'])
        },
      ),
    )
  })
})
