import type { DocumentPlace } from '#kernel/engine/definition/document-place.ts'

/** The documents of prices by their part of the address (spec section 2). This is the only list of them: a new one is a folder and an entry here. */
export const pricePlaces = {
  review: {
    area: 'price',
    name: 'priceReview',
    folder: 'review',
    list: '/process/price/pc/list',
    write: { pc: '/process/price/pc/info', mobile: '/process/price/mobile/info' },
    read: { pc: '/process/price/pc/detail', mobile: '/process/price/mobile/detail' },
    bareWithoutType: true,
    bareReader: true,
  },
  application: {
    area: 'price',
    name: 'priceApplication',
    folder: 'application',
    list: '/priceApplication/pc/list',
    write: { pc: '/priceApplication/pc', mobile: '/priceApplication/mobile' },
  },
  // Nobody writes it on a page: a file or another system raises it.
  feed: {
    area: 'price',
    name: 'priceFeed',
    folder: 'feed',
    list: '/process/price/pc/feeds',
    write: { pc: '/process/price/pc/feed', mobile: '/process/price/mobile/feed' },
  },
} as const satisfies Readonly<Record<string, DocumentPlace>>

export const priceDocuments: readonly DocumentPlace[] = Object.values(pricePlaces)
