import { Type } from 'typebox'
import { nullable, oneOf, text, type Wire } from '#kernel/platform/http/wire-schemas.ts'

// What the home page shows, as the server answers it: one form for every card, drawn at both widths by one component.

const tone = oneOf(['plain', 'good', 'warn', 'bad'] as const)

/** Where a row or a figure leads, at each width. */
const to = { url: text, mobileUrl: text }

const course = Type.Object({
  values: Type.Array(Type.Number()),
  /** The same in words, for those who do not see the line. */
  text,
})

const figure = Type.Object({
  key: text,
  label: text,
  /** A whole number, or with a currency an amount. */
  value: text,
  /** There are more than were counted. */
  isMore: Type.Boolean(),
  currency: nullable(text),
  tone,
  course: nullable(course),
  ...to,
})
export type HomeFigure = Wire<typeof figure>

const row = Type.Object({
  key: text,
  title: text,
  detail: text,
  /** Why, in the words of the person who said it. */
  said: nullable(text),
  amount: nullable(text),
  currency: nullable(text),
  /** An instant, or a day. */
  at: nullable(text),
  /** What that time is: when a task is reminded of or escalated, a day of payment, since when it waits, the last day, or when it happened. */
  atIs: nullable(oneOf(['remind', 'escalate', 'due', 'since', 'until', 'done'] as const)),
  tone,
  ...to,
})
export type HomeRow = Wire<typeof row>

export const homeCard = Type.Object({
  key: text,
  title: text,
  /** Shown where there is nothing, by cards that say so. */
  none: nullable(text),
  link: nullable(Type.Object({ text, ...to })),
  figures: Type.Array(figure),
  /** Where there are more figures than a card shows: how many, and the list that has them all. */
  more: nullable(Type.Object({ text, ...to })),
  /** How the figures came about. */
  note: nullable(text),
  rows: Type.Array(row),
})
export type HomeCard = Wire<typeof homeCard>

export const homeVisit = Type.Object({ path: text })
