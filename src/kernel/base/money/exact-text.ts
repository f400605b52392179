const EXACT = /^(-?)0*(\d{1,30})(?:\.(\d{1,30}))?$/

/** Whether a text is an exact number at all, within whatever bounds: a draft holds what was typed. */
export function isExact(text: string): boolean {
  return EXACT.test(text)
}

/**
 * As people read it: two decimals at least where it may have so many, more only where they say something; what is no number as it
 * was typed. Without arithmetic: every phone loads it.
 */
export function formatExact(text: string, digits: number): string {
  const [, minus, whole, decimals = ''] = EXACT.exec(text) ?? []
  if (whole === undefined) return text
  const said = decimals.replace(/0+$/, '').padEnd(Math.min(2, digits), '0')
  return `${minus}${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}${said && `.${said}`}`
}
