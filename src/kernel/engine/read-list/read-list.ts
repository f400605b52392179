import type { StateColour } from '../definition/definition.ts'

// The declaration of a list over balances, events or joined rows, which server, desktop and phone read.

/** Gives the text of a path, in the reader's language: `somePage.columns.total`. */
export type TextOf = (path: string) => string

/** How a column is shown: a `word` or `state` is one of few values, each with a text; a `document` leads to the row's page; a `percent` is a decimal text. */
type ColumnKind = 'text' | 'code' | 'document' | 'word' | 'state' | 'number' | 'day' | 'time' | 'amount' | 'percent'

export interface ListColumn<Row = ListRow> {
  readonly key: string
  readonly kind: ColumnKind
  /** Path of its title. */
  readonly title: string
  /** The value that it shows, where that is not the field of the row by its key. */
  readonly value?: (row: Row, text: TextOf) => unknown
  /** The same in the file, where that says it otherwise. */
  readonly fileValue?: (row: Row, text: TextOf) => unknown
  /** In the file the field of the row by its key, whatever the page shows. */
  readonly isFieldInFile?: boolean
  /** The field that `value` reads, where that is one. */
  readonly reads?: string
  /** In the file a column that always stands beside it: the name of a code. */
  readonly beside?: string
  /** Of a `word` or `state`: path under which each value has its text. */
  readonly words?: string
  readonly colours?: Readonly<Record<string, StateColour>>
  /** Amounts that the totals add up. */
  readonly isSum?: boolean
  /** The list or page behind the value, for whoever may read this list: what an amount adds up. */
  readonly address?: (row: Row) => string | null
  /** A time of an event that is told from others by its second. */
  readonly hasSeconds?: boolean
  /** Amounts that say their currency themselves: the rows are of several. */
  readonly hasCurrency?: boolean
  /** By its key, or by another name of an order. */
  readonly isSorted?: boolean | string
  /** No index has this order, so that rows are sorted as they are asked for: of as many at most as the list says. */
  readonly isSortBounded?: true
  readonly isFrozen?: boolean
  /** Waits to be chosen. */
  readonly isHidden?: boolean
  readonly isPrintHidden?: boolean
  readonly width?: number
  /** Right without which its values are null: the file leaves the column out, and the page hides it. */
  readonly right?: string
  /** In the file an identifier, where the page shows it as a text. */
  readonly isCodeInFile?: boolean
  /** Shown by the page alone, or by the file alone. */
  readonly only?: 'page' | 'file'
  /** Where it stands on a card, if that does not follow from its kind. */
  readonly card?: 'title' | 'below' | 'fact' | 'none'
}

interface NamedFilter {
  readonly name: string
  readonly title: string
  readonly hint?: string
  /** The calls take it, and the page does not offer it. */
  readonly isOfCalls?: true
}

export type ListFilter = NamedFilter &
  /** `byBeginning`: it finds the codes that begin with it, and the empty field says so. */
  (
    | { readonly kind: 'text'; readonly max?: number; readonly isList?: true; readonly byBeginning?: true }
    | { readonly kind: 'number'; readonly range: readonly [min: number, max: number] }
    /** Without values the page brings the options; `isNumber`: the calls take numbers. */
    | {
        readonly kind: 'choice'
        readonly values?: readonly string[]
        readonly words?: string
        readonly isNumber?: true
      }
    /** One past day. */
    | { readonly kind: 'day' }
    /** The server searches the options; the page brings the search. */
    | { readonly kind: 'search' }
    /** Two parameters, `<name>From` and `<name>To`; `isOfDays`: of a field that is a day. */
    | { readonly kind: 'dates'; readonly isOfDays?: true }
  )

/** A row as the calls answer it. */
export type ListRow = Readonly<Record<string, unknown>>

/** A list that is walked by keys has numbered pages for so many rows, which are counted through: the filters narrow. */
export const MOST_NUMBERED = 10_000

/** A list is sorted without an index where its filters leave so many rows at most. */
export const MOST_SORTED = 100_000

/** Names of the calls after the path of a list. */
export const LIST_CALLS = {
  page: 'page',
  count: 'page/count',
  sum: 'sum',
  export: 'page/export',
  pdf: 'page/pdf',
} as const

interface CardHead {
  readonly title: string
  readonly below: readonly string[]
}

/** A list on a phone: cards, narrowed by its address, which a search field and a sheet of filters fill. */
export interface PhoneList<Row = ListRow> {
  /** Filter that the search field fills, the text in the empty field, and the name of the field where that is another. */
  readonly search: { readonly filter: string; readonly hint: string; readonly label?: string }
  /** Texts where nothing is found, and of the button that reads on. */
  readonly none: string
  readonly more: string
  /** Keys of columns that the head of a card shows: its title, and the values in smaller type below it. */
  readonly head: CardHead
  /** The head where all rows are of one customer, say, whom the page names once: what tells these rows apart. */
  readonly headWithin?: CardHead & { readonly of: string }
  /** Keys of the columns that a card shows below its head; all of them where it is left out. */
  readonly shown?: readonly string[]
  /** The page that a card leads to. */
  readonly address?: (row: Row) => string
}

/** The menu entry of a list; that of its phone page is hidden, and has the code with `_mobile`. */
export interface ListMenu {
  readonly code: string
  /** Code of the group. */
  readonly pcode: string
  readonly sortIndex: number
  /** Path of its name among the texts of the area. */
  readonly name: string
  /** By default a table. */
  readonly icon?: string
  /** Rights of its buttons beyond the list's own. */
  readonly buttons?: readonly string[]
  /** Only for people who are limited to some of these: `customer_code`. */
  readonly ofLimit?: string
}

export interface ReadList<Row = ListRow> {
  /** The name under which saved views, settings of columns and the file are kept. */
  readonly name: string
  /** Of what changes the list is read anew, where several lists share that; the name otherwise. */
  readonly kind?: string
  /** Path before the names of the calls; `:name` stands for what the page names. */
  readonly path: string
  readonly calls?: Partial<Record<keyof typeof LIST_CALLS, string>>
  /** Path of a call of the file that is polled until it is ready (spec section 5). */
  readonly polled?: string
  readonly right: string
  readonly exportRight: string
  /**
   * It is exported as a PDF too, with the columns that are printed. Each combination of the values of columns `per` is a table of its own, which says
   * them once.
   */
  readonly paper?: { readonly per: readonly (keyof Row & string)[] }
  /** What its Import button takes: the name of the import, and the right to it, which is among the buttons of its menu. */
  readonly imports?: { readonly kind: string; readonly right: string }
  /** Paths of texts: of the page, of its table where that is called otherwise, of the file likewise. */
  readonly title: string
  readonly caption?: string
  readonly fileTitle?: string
  /** Path of a sentence above the table, about what its figures are. */
  readonly note?: string
  /** Where there is nothing yet: what the page says instead of the usual, and what it adds. */
  readonly emptyText?: string
  readonly emptyHint?: string
  readonly columns: readonly ListColumn<Row>[]
  /** Keys of the columns in the order of the file, separated by spaces, where it differs from the page's. */
  readonly fileOrder?: string
  readonly filters: readonly ListFilter[]
  /** Filter of dates by which a page that names several lists says what is new in this one. */
  readonly newBy?: string
  /** It answers nothing until filters say what is meant: a page that counts lists names it without a count. */
  readonly isQuestion?: true
  /** Values of filters that its page begins with, shown in the filters: what most readers come for. */
  readonly start?: Readonly<Record<string, string>>
  /** The order that the page says it has: `-no` is downwards. */
  readonly sort?: string
  /** Field that tells rows apart; `id` otherwise. */
  readonly rowKey?: keyof Row & string
  /** The address that a row leads to. */
  readonly address?: (row: Row) => string
  /** Of a list that is walked by keys and has no numbered pages: path of its texts `newest`, `newer`, `older`, `oldest`. */
  readonly ways?: string
  readonly phone?: PhoneList<Row>
  readonly menu?: ListMenu
  /** Fields that a record of totals is of: neither years nor currencies are added. `count`: how many rows it is of, and the text that says so. */
  readonly sums?: { readonly by: readonly string[]; readonly count?: { readonly field: string; readonly text: string } }
}

/** A list that has a page on a phone, too. */
export type PhoneReadList<Row = ListRow> = ReadList<Row> & { readonly phone: PhoneList<Row> }

/** Declares a list. */
export function defineList<Row = ListRow>(list: PhoneReadList<Row>): PhoneReadList<Row>
export function defineList<Row = ListRow>(list: ReadList<Row>): ReadList<Row>
export function defineList<Row>(list: ReadList<Row>): ReadList<Row> {
  return list
}

export const callOf = ({ path, calls }: Pick<ReadList, 'path' | 'calls'>, call: keyof typeof LIST_CALLS): string =>
  `${path}/${calls?.[call] ?? LIST_CALLS[call]}`

export const summedColumns = <Row>({ columns }: Pick<ReadList<Row>, 'columns'>): readonly ListColumn<Row>[] =>
  columns.filter(({ isSum }) => isSum)

/** The value of a row in a column, before it is put into words. */
export function columnValue<Row>(column: ListColumn<Row>, row: Row, text: TextOf): unknown {
  return column.value ? column.value(row, text) : (row as ListRow)[column.key]
}

/** A value as it stands; empty for none. */
export function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** One of few values in the reader's words, as it stands where it has none; null for no value. */
export function wordOf<Row>({ words }: Pick<ListColumn<Row>, 'words'>, value: unknown, text: TextOf): string | null {
  const plain = plainText(value)
  if (plain === '') return null
  const path = `${words ?? ''}.${plain}`
  const found = words === undefined ? path : text(path)
  return found === path ? plain : found
}
