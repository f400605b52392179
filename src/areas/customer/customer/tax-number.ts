/** Tax number formats by country; other countries allow letters and digits. */
const SHAPES: Readonly<Record<string, { readonly pattern: RegExp; readonly like: string }>> = {
  IN: { pattern: /^\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/, like: '27AAACT2727Q1ZW' },
  ID: { pattern: /^\d{15,16}$/, like: '013456789012000' },
  CN: { pattern: /^[0-9A-HJ-NPQRTUWXY]{18}$/, like: '91310000MA1FL0000X' },
  DE: { pattern: /^DE\d{9}$/, like: 'DE123456789' },
  FR: { pattern: /^FR[0-9A-Z]{2}\d{9}$/, like: 'FR40303265045' },
  ES: { pattern: /^ES[0-9A-Z]\d{7}[0-9A-Z]$/, like: 'ESB12345678' },
  IT: { pattern: /^IT\d{11}$/, like: 'IT12345670785' },
  GB: { pattern: /^GB\d{9}(\d{3})?$/, like: 'GB123456789' },
  RU: { pattern: /^\d{10}(\d{2})?$/, like: '7701234567' },
  BR: { pattern: /^\d{14}$/, like: '11222333000181' },
  MX: { pattern: /^[A-ZÑ&]{3,4}\d{6}[0-9A-Z]{3}$/, like: 'ABC980101AB1' },
  AE: { pattern: /^\d{15}$/, like: '100123456700003' },
  SA: { pattern: /^3\d{13}3$/, like: '300012345600003' },
}
const ANY = { pattern: /^[0-9A-Z]{5,20}$/, like: 'AB12345678' }

/** Normalised for comparison: letters and digits only. */
export function taxKey(text: string): string {
  return text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
}

export function taxShape(countryCode: string, text: string): { readonly isGood: boolean; readonly like: string } {
  const { pattern, like } = SHAPES[countryCode] ?? ANY
  return { isGood: pattern.test(taxKey(text)), like }
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The check character of a GSTIN, from the fourteen before it. */
export function gstinCheck(key: string): string {
  const values = Array.from({ length: 14 }, (_, index) => DIGITS.indexOf(key.charAt(index)))
  const sum = values.reduce((total, value, index) => {
    const product = value * (index % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return DIGITS[(36 - (sum % 36)) % 36]!
}
