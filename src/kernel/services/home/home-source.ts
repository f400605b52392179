import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { HomeGroup } from './home-groups.ts'
import type { HomeCard, HomeFigure, HomeRow } from './home-wire.ts'

/** The reader, narrowed to the card's right, and the language. */
export type HomeReader = RequestContext

/** A card of the home page, declared once for both widths. */
export interface HomeSource {
  readonly key: string
  readonly group: HomeGroup
  /** Lower comes first within the group. */
  readonly order: number
  /** Who has the card; null: everybody. */
  readonly right: string | null
  /** Null where the person has nothing of it. */
  read(tx: Tx, reader: HomeReader): Promise<Omit<HomeCard, 'key'> | null>
}

/** A card of these figures and rows; null where there is neither. */
export function cardOf(card: Partial<Omit<HomeCard, 'key'>> & Pick<HomeCard, 'title'>): Omit<HomeCard, 'key'> | null {
  const { figures = [], rows = [], none = null, link = null, more = null, note = null } = card
  return figures.length + rows.length === 0 && none === null ? null : { ...card, figures, rows, none, link, more, note }
}

type Needed<T, K extends keyof T> = Pick<T, K> & Partial<T>

export function homeFigure(figure: Needed<HomeFigure, 'key' | 'label' | 'value' | 'url'>): HomeFigure {
  return { currency: null, isMore: false, tone: 'plain', course: null, mobileUrl: figure.url, ...figure }
}

/** The most rows that a card counts of one kind, so that its cost is bounded. */
export const MOST_COUNTED = 1000

/** A figure of a count. `total` comes from a statement that counts at most `MOST_COUNTED + 1` rows. */
export function homeCount(
  total: number,
  figure: Needed<Omit<HomeFigure, 'value'>, 'key' | 'label' | 'url'>,
): HomeFigure {
  return homeFigure({ ...figure, value: String(Math.min(total, MOST_COUNTED)), isMore: total > MOST_COUNTED })
}

export function homeRow(row: Needed<HomeRow, 'key' | 'title' | 'detail' | 'url'>): HomeRow {
  return { said: null, amount: null, currency: null, at: null, atIs: null, tone: 'plain', mobileUrl: row.url, ...row }
}
