import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Follow, FollowedAct } from '#kernel/services/following/follow.ts'
import type { NotificationSubject } from '#kernel/services/notify/notification-subjects.ts'
import { notifyPeople } from '#kernel/services/notify/own-account.ts'
import { priceMove } from '../classification/price-move.ts'
import { type PriceEvent, type NotifiedOfPrices, notifiedOfPrices } from './own-changes.queries.ts'
import { ownNotices as en } from './own-notices.en.ts'
import { ownPrices } from './own-price.list.ts'
import { ownNotices as zh } from './own-notices.zh.ts'

// People of a customer are told of their prices once an act that changes them is through: every source of prices goes through `tell`.

const texts = overridableTexts('priceOwnNotices', { en, zh })

/** The messages, with what each is about. */
const MESSAGES = {
  approve: 'put',
  endEarly: 'end',
  revoke: 'revoke',
  extend: 'extend',
  undo: 'revoke',
  join: 'join',
  leave: 'leave',
} as const satisfies Readonly<Record<keyof typeof en.titles, PriceEvent>>
type Message = keyof typeof MESSAGES
const REVIEW_ACTS = ['approve', 'endEarly', 'revoke', 'extend'] as const

const subjectOf = (message: Message) => `ownPrices.${message}`

function wordsOf(message: Message, told: NotifiedOfPrices, language: Language): string {
  const { about, ofCustomer } = texts[language]
  const words = interpolate(about[message], { count: told.prices, day: told.day })
  const customer = language === 'zh' ? told.nameZh : told.nameEn
  return customer === null ? words : interpolate(ofCustomer, { customer, words })
}

async function tell(tx: Tx, message: Message, { documentId, no, at, sequence }: FollowedAct): Promise<void> {
  const people = (await tx.rows(notifiedOfPrices(documentId, MESSAGES[message], sequence ?? null))).map((told) => ({
    userId: told.userId,
    words: (language: Language) => wordsOf(message, told, language),
  }))
  await notifyPeople(tx, { kind: 'announced', actorId: null, at }, people, () => ({
    documentType: subjectOf(message),
    documentId,
    no,
  }))
}

const follow = (of: string, did: string, messages: readonly Message[]): Follow => ({
  name: `own prices: ${of} ${did}`,
  of,
  did,
  async do(tx, acts) {
    for (const act of acts) for (const message of messages) await tell(tx, message, act)
  },
})

export const ownPriceFollows: readonly Follow[] = [
  follow('priceApplication', 'approve', ['approve']),
  // The prices of a feed are in the list after its submit, without an approval.
  follow('priceFeed', 'submit', ['approve']),
  follow('priceFeed', 'undo', ['undo']),
  // Of reviews and applications only the rows of reviews are acted on later.
  ...REVIEW_ACTS.map((act) => follow('priceReview', act, [act])),
  // Nobody of a customer is told that there are classifications: for some prices end, for others they begin.
  follow(priceMove.type, priceMove.did, ['leave', 'join']),
]

export const ownPriceNews: readonly NotificationSubject[] = (Object.keys(MESSAGES) as Message[]).map((message) => ({
  type: subjectOf(message),
  right: ownPrices.right,
  title: (language) => texts[language].titles[message],
  pages({ no }) {
    const asked = { announcement: no }
    return { pc: withQuery('/process/price/pc/own', asked), mobile: withQuery('/process/price/mobile/own', asked) }
  },
}))
