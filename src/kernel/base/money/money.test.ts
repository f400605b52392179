import { describe, expect, it } from 'vitest'
import { chineseCapital } from './chinese-capital.ts'
import { amount, amountText, formatAmount, readAmount, sumAmounts } from './money.ts'

const read = (text: string) => {
  const value = readAmount(text)
  return typeof value === 'string' ? value : amountText(value)
}

describe('an amount', () => {
  it.each([
    ['1234.5', '1234.50'],
    [' 7 ', '7.00'],
    ['-0.01', '-0.01'],
    ['1.230000', '1.23'],
    ['0007', '7.00'],
    ['999999999999999999.99', '999999999999999999.99'],
  ])('an amount %j is read as %s', (text, expected) => expect(read(text)).toBe(expected))

  it.each([
    ['', 'notAmount'],
    ['1e30', 'notAmount'],
    ['1E3', 'notAmount'],
    ['+1', 'notAmount'],
    ['1,000', 'notAmount'],
    ['１２', 'notAmount'],
    ['.5', 'notAmount'],
    ['5.', 'notAmount'],
    ['--1', 'notAmount'],
    ['NaN', 'notAmount'],
    ['Infinity', 'notAmount'],
    ['0x10', 'notAmount'],
    ['1 000', 'notAmount'],
    ['1\n2', 'notAmount'],
    ['١٢', 'notAmount'],
    ['1.234', 'tooManyDecimals'],
    ['0.001', 'tooManyDecimals'],
    ['9'.repeat(19), 'tooLargeNumber'],
    ['-' + '9'.repeat(400), 'tooLargeNumber'],
    // A regular expression for trailing zeros used to take 41 s.
    [`1.${'0'.repeat(100_000)}1`, 'notAmount'],
  ])('an amount %j is refused: %s', (text, problem) => expect(read(text)).toBe(problem))
})

describe('sums of amounts', () => {
  it('sums of amounts are exact where floats would lose digits', () => {
    expect(amountText(sumAmounts(['0.10', '0.20', '999999999999999998.99'].map(amount)))).toBe('999999999999999999.29')
    expect(amountText(sumAmounts([]))).toBe('0.00')
  })

  it.each([
    ['1234567.5', '1,234,567.50'],
    ['-1000', '-1,000.00'],
    ['999', '999.00'],
    ['', '/'],
    [null, '/'],
    [undefined, '/'],
    ['0', '0.00'],
  ])('an amount %j is shown as %s', (text, expected) => expect(formatAmount(text)).toBe(expected))
})

describe('an amount in Chinese capitals', () => {
  it.each([
    ['0', '零元整'],
    ['0.05', '伍分'],
    ['0.50', '伍角整'],
    ['1', '壹元整'],
    ['10', '壹拾元整'],
    ['100.05', '壹佰元零伍分'],
    ['123.45', '壹佰贰拾叁元肆角伍分'],
    ['1001', '壹仟零壹元整'],
    ['10001', '壹万零壹元整'],
    ['10000', '壹万元整'],
    ['100000000', '壹亿元整'],
    ['100010000', '壹亿零壹万元整'],
    ['1000000001.10', '壹拾亿零壹元壹角整'],
    ['1000000000000', '壹万亿元整'],
    ['1234500000000', '壹万贰仟叁佰肆拾伍亿元整'],
    ['10000000000000000', '壹亿亿元整'],
    ['1000000010000', '壹万亿零壹万元整'],
    ['-7.20', '负柒元贰角整'],
    ['-0.05', '负伍分'],
    ['0.55', '伍角伍分'],
    ['10.00', '壹拾元整'],
    ['1680.32', '壹仟陆佰捌拾元叁角贰分'],
    ['6007.14', '陆仟零柒元壹角肆分'],
    ['325.04', '叁佰贰拾伍元零肆分'],
    ['20500000', '贰仟零伍拾万元整'],
    ['999999999999999999.99', '玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
    ['', '/'],
    [null, '/'],
  ])('an amount %j is written in Chinese capitals as %s', (text, expected) =>
    expect(chineseCapital(text)).toBe(expected),
  )
})
