import type { At, Refusal } from '#kernel/base/errors/errors.ts'
import { priceErrors } from '../price.errors.ts'

/** The refusal of a price that another document in approval holds; its number is empty for people who may not see that document. */
export const heldRefusal = (no: string, at?: At): Refusal =>
  no === '' ? priceErrors.heldUnseen({}, at) : priceErrors.held({ no }, at)
