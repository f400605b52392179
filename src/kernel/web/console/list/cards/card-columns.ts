import type { CardRole, ColumnKind } from '#kernel/web/ui/table-columns.ts'

/** The part of a column that says where it stands on a card. */
export interface CardColumn {
  readonly key: string
  readonly kind?: ColumnKind
  readonly card?: CardRole
  readonly isFrozen?: boolean
}

export interface CardParts<C> {
  readonly title: C | undefined
  /** Before everything else. */
  readonly picture: C | undefined
  /** Under the title, in smaller type. */
  readonly below: readonly C[]
  /** Beside the title. */
  readonly state: C | undefined
  /** What says most comes first. */
  readonly facts: readonly C[]
}

/** As many amounts, and as many days, come before everything else. */
const FIRST_AMOUNTS = 2
const FIRST_DAYS = 2

/**
 * The columns of a list as the parts of a card. The title is what leads to the row's page, else the frozen column, else
 * the first one; a list says otherwise where a name tells more than a number.
 */
export function cardParts<C extends CardColumn>(columns: readonly C[]): CardParts<C> {
  const used = columns.filter(({ card }) => card !== 'none')
  const key =
    used.find(({ kind }) => kind === 'document') ??
    used.find(({ isFrozen }) => isFrozen) ??
    used.find(({ kind }) => kind !== 'picture')
  const title = used.find(({ card }) => card === 'title') ?? key
  const free = used.filter((column) => column !== title)
  const below = free.filter(({ card }) => card === 'below' || card === 'title')
  // The number of a row that is called by its name.
  if (key && key !== title && !below.includes(key)) below.unshift(key)
  const rest = free.filter((column) => !below.includes(column) && column.kind !== 'picture')
  const state = rest.find(({ kind }) => kind === 'state')
  return {
    title,
    picture: free.find(({ kind }) => kind === 'picture'),
    below,
    state,
    facts: byWeight(rest.filter((column) => column !== state)),
  }
}

function byWeight<C extends CardColumn>(columns: readonly C[]): readonly C[] {
  const seen = { amounts: 0, days: 0 }
  const ranked = columns.map((column) => ({ column, rank: rankOf(column, seen) }))
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ column }) => column)
}

function rankOf({ kind, card }: CardColumn, seen: { amounts: number; days: number }): number {
  if (card === 'fact') return 0
  if (kind === 'amount') return (seen.amounts += 1) <= FIRST_AMOUNTS ? 1 : 6
  if (kind === 'day' || kind === 'time') return (seen.days += 1) <= FIRST_DAYS ? 2 : 5
  if (kind === 'state') return 5
  return kind === 'person' ? 3 : 4
}
