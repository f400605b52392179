import type { Refusal } from '#kernel/base/errors/errors.ts'
import { productErrors } from '../product.errors.ts'

/** The thirteenth digit of an EAN-13: it completes the sum of the others, every second of them tripled, to a multiple of ten. */
export function eanCheckDigit(twelve: string): string {
  const sum = Array.from(twelve).reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return String((10 - (sum % 10)) % 10)
}

/** The error of an EAN; it names the expected check digit, so that a typing error is found. */
export function eanRefusals(ean: string | null | undefined, field: string): Refusal[] {
  if (!ean) return []
  if (!/^\d{13}$/.test(ean)) return [productErrors.eanLength({ ean }, { field })]
  const digit = eanCheckDigit(ean.slice(0, 12))
  return ean.endsWith(digit) ? [] : [productErrors.eanCheckDigit({ ean, digit }, { field })]
}
