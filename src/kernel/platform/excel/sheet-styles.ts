import { MAIN, XML } from './sheet-xml.ts'

interface CellStyle {
  /** Number format of `numFmts` below, or a built-in one. */
  readonly format?: number
  readonly font?: keyof typeof FONTS
  readonly fill?: keyof typeof FILLS
  readonly alignment?: string
  /** Quote prefix: the cell stays text when it is edited. */
  readonly isQuoted?: true
}

const FAMILY = '<name val="Calibri"/><family val="2"/>'
const SIZE = `<sz val="11"/>${FAMILY}`
const FONTS = {
  plain: SIZE,
  bold: `<b/>${SIZE}`,
  boldWhite: `<b/><sz val="11"/><color rgb="FFFFFFFF"/>${FAMILY}`,
  boldGrey: `<b/><sz val="11"/><color rgb="FF1F2937"/>${FAMILY}`,
  example: `<i/><sz val="11"/><color rgb="FF6B7280"/>${FAMILY}`,
  title: `<b/><sz val="14"/>${FAMILY}`,
}

const solid = (rgb: string) => `<patternFill patternType="solid"><fgColor rgb="FF${rgb}"/></patternFill>`
/** The format reserves the first two fills. */
const FILLS = {
  none: '<patternFill patternType="none"/>',
  grey125: '<patternFill patternType="gray125"/>',
  head: solid('F2F4F7'),
  marked: solid('FDE2E0'),
  required: solid('1F5FBF'),
}

const FORMAT = { integer: 1, twoPlaces: 4, day: 14, text: 49, amount: 164, instant: 165, isoDay: 166 } as const
const FORMAT_CODES = [
  [FORMAT.amount, '#,##0.00;[Red]\\-#,##0.00'],
  [FORMAT.instant, 'yyyy\\-mm\\-dd\\ hh:mm'],
  [FORMAT.isoDay, 'yyyy\\-mm\\-dd'],
] as const

/** All cell styles of our workbooks. */
const CELL_STYLES = {
  plain: {},
  head: { format: FORMAT.text, font: 'bold', fill: 'head' },
  headRight: { format: FORMAT.text, font: 'bold', fill: 'head', alignment: 'horizontal="right"' },
  text: { format: FORMAT.text },
  guarded: { format: FORMAT.text, isQuoted: true },
  amount: { format: FORMAT.amount },
  integer: { format: FORMAT.integer },
  instant: { format: FORMAT.instant },
  day: { format: FORMAT.isoDay },
  total: { format: FORMAT.text, font: 'bold', fill: 'head' },
  totalAmount: { format: FORMAT.amount, font: 'bold', fill: 'head' },
  marked: { format: FORMAT.text, fill: 'marked', isQuoted: true },
  number: {},
  markedNumber: { fill: 'marked' },
  date: { format: FORMAT.day },
  markedDate: { format: FORMAT.day, fill: 'marked' },
  lines: { format: FORMAT.text, alignment: 'wrapText="1"', isQuoted: true },
  // Styles of templates: titles of required and optional columns, the cells to fill in, the example, the instructions.
  required: {
    format: FORMAT.text,
    font: 'boldWhite',
    fill: 'required',
    alignment: 'horizontal="left" vertical="center"',
  },
  requiredRight: {
    format: FORMAT.text,
    font: 'boldWhite',
    fill: 'required',
    alignment: 'horizontal="right" vertical="center"',
  },
  optional: { format: FORMAT.text, font: 'boldGrey', fill: 'head', alignment: 'horizontal="left" vertical="center"' },
  optionalRight: {
    format: FORMAT.text,
    font: 'boldGrey',
    fill: 'head',
    alignment: 'horizontal="right" vertical="center"',
  },
  enteredAmount: { format: FORMAT.twoPlaces },
  exampleText: { format: FORMAT.text, font: 'example' },
  exampleAmount: { format: FORMAT.twoPlaces, font: 'example' },
  exampleInteger: { format: FORMAT.integer, font: 'example' },
  title: { font: 'title' },
  paragraph: { alignment: 'vertical="top" wrapText="1"' },
} as const satisfies Readonly<Record<string, CellStyle>>

export type StyleName = keyof typeof CELL_STYLES

const names = Object.keys(CELL_STYLES) as StyleName[]

/** The index of each style in `styles.xml`, as cells refer to it. */
export const STYLE = Object.fromEntries(names.map((name, index) => [name, index])) as Readonly<
  Record<StyleName, number>
>

function styleXml({ format = 0, font = 'plain', fill = 'none', alignment, isQuoted }: CellStyle): string {
  const fontId = Object.keys(FONTS).indexOf(font)
  const fillId = Object.keys(FILLS).indexOf(fill)
  const applied = [
    ...(fontId > 0 ? ['applyFont="1"'] : []),
    ...(fillId > 0 ? ['applyFill="1"'] : []),
    ...(format > 0 ? ['applyNumberFormat="1"'] : []),
    ...(alignment === undefined ? [] : ['applyAlignment="1"']),
    ...(isQuoted ? ['quotePrefix="1"'] : []),
  ]
  const begin = `<xf ${[`numFmtId="${format}" fontId="${fontId}" fillId="${fillId}" borderId="0" xfId="0"`, ...applied].join(' ')}`
  return alignment === undefined ? `${begin}/>` : `${begin}><alignment ${alignment}/></xf>`
}

function all(name: string, entries: readonly string[]): string {
  return `<${name} count="${entries.length}">${entries.join('')}</${name}>`
}

export const STYLES = `${XML}<styleSheet xmlns="${MAIN}">${[
  all(
    'numFmts',
    FORMAT_CODES.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`),
  ),
  all(
    'fonts',
    Object.values(FONTS).map((font) => `<font>${font}</font>`),
  ),
  all(
    'fills',
    Object.values(FILLS).map((fill) => `<fill>${fill}</fill>`),
  ),
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  all('cellXfs', Object.values<CellStyle>(CELL_STYLES).map(styleXml)),
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
].join('')}</styleSheet>`
