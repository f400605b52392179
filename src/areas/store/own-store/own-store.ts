/** The page at both widths, and the code of its entry in the menu. */
export const OWN_STORE = { code: 'store_own', pc: '/store/pc/own', mobile: '/store/mobile/own' } as const

/** A store that the reader works for: what the choice between several needs. */
export interface OwnStoreName {
  readonly code: string
  readonly name: string
}

/** One of these stores, as its own people see it. */
export interface OwnStore extends OwnStoreName {
  readonly id: string
  readonly type: string
  readonly isEnabled: boolean
  readonly customer: string | null
  readonly country: string
  readonly city: string
  readonly address: string
  readonly location: string | null
  readonly openingHours: string | null
}

/** The stores that a person is limited to, and one of them; null where there is none. */
export interface OwnStores {
  readonly stores: readonly OwnStoreName[]
  readonly store: OwnStore | null
}
