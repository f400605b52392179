/** Longer texts are no numbers. */
const LONGEST_TEXT = 1000

const PLAIN = /^(?:\d+\.?\d*|\.\d+)$/
/** Groups of three, or the Indian grouping 12,34,567.50; a first group of zero would be a decimal comma. */
const COMMAS = /^(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})(?:\.\d*)?$/
const BLANKS = /^[1-9]\d{0,2}(?:(?: \d{3})+|(?:['’]\d{3})+)(?:\.\d*)?$/
/** Points separate groups only where they cannot be decimal points: several of them, or a comma behind. */
const POINTS = /^[1-9]\d{0,2}(?:(?:\.\d{3}){2,}(?:,\d+)?|\.\d{3},\d+)$/

/**
 * The plain text (`-250000.00`) of a number as people write it, or null. `unit` is the currency or the percent sign that may stand
 * before or behind it; any other mark makes it no number, because an amount in another currency is another amount.
 *
 * A point is the decimal point and a comma separates groups, so `1.234` is a little more than one and `1,234` is more than a
 * thousand. Whatever fits neither, as `1,5` or `12,34`, is no number: a guess could be wrong by a factor of a thousand.
 */
export function plainNumber(text: string, unit = ''): string | null {
  if (text.length > LONGEST_TEXT) return null
  const written = withoutUnit(halfWidth(text), unit)
  const [, open = '', inside = '', close = ''] = /^(\(?)(.*?)(\)?)$/.exec(written) ?? []
  if ((open === '') !== (close === '')) return null
  const [, before = '', rest = '', behind = ''] = /^([+-]?) *(.*?) *(-?)$/.exec(withoutUnit(inside, unit)) ?? []
  const signs = [open, before, behind].filter((sign) => sign !== '')
  if (signs.length > 1) return null
  const digits = digitsOf(withoutUnit(rest, unit))
  return digits === null ? null : `${signs.length === 1 && before !== '+' ? '-' : ''}${digits}`
}

function digitsOf(text: string): string | null {
  const point = POINTS.test(text)
    ? text.replaceAll('.', '').replace(',', '.')
    : COMMAS.test(text)
      ? text.replaceAll(',', '')
      : BLANKS.test(text)
        ? text.replaceAll(/[ '’]/g, '')
        : text
  if (!PLAIN.test(point)) return null
  return point.replace(/\.$/, '').replace(/^\./, '0.')
}

/** Full-width forms become ordinary ones; other compatibility forms do not, because `10²` is not 102. */
function halfWidth(text: string): string {
  return text
    .replaceAll(/[\uFF01-\uFF5E]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replaceAll('\uFFE5', '¥')
    .replaceAll('\u2212', '-')
    .replaceAll(/[\u200B\u200E\u200F\uFEFF]/g, '')
    .replaceAll(/\s/g, ' ')
    .trim()
}

/** Without the unit at either end, and without the `/-` behind an Indian amount. */
function withoutUnit(text: string, unit: string): string {
  if (unit === '') return text
  const ended = text.replace(/\/-$/, '').trim()
  const lower = ended.toLowerCase()
  for (const mark of marksOf(unit)) {
    if (lower.startsWith(mark)) return ended.slice(mark.length).trim()
    if (lower.endsWith(mark)) return ended.slice(0, -mark.length).trim()
  }
  return ended
}

const known = new Map<string, readonly string[]>()

/** How a currency is written: its code and its signs, the longest first. */
function marksOf(unit: string): readonly string[] {
  let marks = known.get(unit)
  if (!marks) known.set(unit, (marks = /^[A-Z]{3}$/.test(unit) ? signsOf(unit) : [unit.toLowerCase()]))
  return marks
}

const ALSO: Readonly<Record<string, readonly string[]>> = { CNY: ['rmb', '元'] }

function signsOf(currency: string): readonly string[] {
  const shown = (currencyDisplay: 'symbol' | 'narrowSymbol' | 'name') =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')
      ?.value.toLowerCase() ?? ''
  const rupees = shown('name').includes('rupee') ? ['rs'] : []
  const signs = [currency.toLowerCase(), shown('symbol'), shown('narrowSymbol'), ...rupees, ...(ALSO[currency] ?? [])]
  return [...new Set(signs)].flatMap((sign) => [`${sign}.`, sign]).toSorted((a, b) => b.length - a.length)
}
