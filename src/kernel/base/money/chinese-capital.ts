import Big from 'big.js'
import chinese from 'nzh/cn'

/** Chinese capital amount, as banks and approval forms write it: `壹佰贰拾叁元肆角伍分`, `负柒元贰角整`; `/` for none. */
export function chineseCapital(text: string | null | undefined): string {
  if (text === null || text === undefined || text === '') return '/'
  // Whole amounts are passed without decimals, because the library writes 整 only where it sees none.
  const exact = new Big(text).toFixed(2).replace(/\.00$/, '')
  return chinese.toMoney(exact, { outSymbol: false, ww: false, forceZheng: true })
}
