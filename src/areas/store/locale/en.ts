import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { TextShape } from '#kernel/base/i18n/text-shape.ts'
import type { storeErrors } from '../store.errors.ts'

const errors = {
  futureTime: 'Future times are not allowed',
  customerMissing: 'A warehouse of a customer names the customer',
  mustMatch: "A warehouse's inventory organization and customer entity must match",
  notEmpty: '{warehouse} still holds stock: it is disabled only when it is empty',
  transferLocation: '{location} is the transfer location of price errors: it stays as it is',
  ownImage: 'Somebody else audits what you uploaded',
  reasonMissing: 'Please enter a rejection reason',
  notPending: 'This image has been audited already',
  passedStays: 'An image that passed its audit is evidence: it is not deleted',
} satisfies ErrorTexts<typeof storeErrors>

/** Texts of the store area in English; Chinese satisfies the same shape. */
export const en = {
  label: 'Store',
  errors,
  menu: { own: 'My store', stores: 'Store Management', warehouses: 'Warehouse Setting' },
  rights: { audit: 'Audit: store images' },
}

export type StoreTexts = TextShape<typeof en>
