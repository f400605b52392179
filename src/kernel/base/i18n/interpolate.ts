type Params = Readonly<Record<string, string | number>>

/** Chooses the word form for a number: `row|rows`. */
export function wordFor(value: unknown, forms: string): string {
  const [one = '', other = one] = forms.split('|')
  return String(value) === '1' ? one : other
}

/** Replaces `{name}` with the parameter of that name, and `{name, row|rows}` with the word form for it. */
export function interpolate(text: string, params: Params): string {
  return text.replace(/\{(\w+)(?:, ([^{}]+\|[^{}]+))?\}/g, (whole, name: string, forms: string | undefined) => {
    const value = params[name]
    if (value === undefined) return whole
    return forms === undefined ? String(value) : wordFor(value, forms)
  })
}
