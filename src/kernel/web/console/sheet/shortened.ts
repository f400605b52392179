/** The first error of a place, and how many more there are. */
export function shortened(text: string): string {
  const [first = '', ...more] = text.split('\n')
  return more.length === 0 ? first : `${first} (+${more.length})`
}
