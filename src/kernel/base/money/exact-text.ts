const EXACT = /^(-?)0*(\d{1,30})(?:\.(\d{1,30}))?$/

/** Whether a text is an exact number, without checking bounds; a draft keeps what was typed. */
export function isExact(text: string): boolean {
  return EXACT.test(text)
}

/**
 * Formats a number for people: at least two decimals where it may have so many, more only if they are not zero; other
 * texts stay as typed. It uses no arithmetic library, because every phone loads it.
 */
export function formatExact(text: string, digits: number): string {
  const [, minus, whole, decimals = ''] = EXACT.exec(text) ?? []
  if (whole === undefined) return text
  const said = decimals.replace(/0+$/, '').padEnd(Math.min(2, digits), '0')
  return `${minus}${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}${said && `.${said}`}`
}

/** A whole number as people read it: a year as it is, more digits in groups. */
export function grouped(value: number): string {
  return Math.abs(value) < 10_000 ? String(value) : formatExact(String(value), 0)
}
