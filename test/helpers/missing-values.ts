/** Makes for each value another of the same form that does not exist in the database. */
export function missingValues(): (value: string | number) => string | number {
  const made = new Map<string | number, string | number>()
  return (value) => {
    const known = made.get(value)
    if (known !== undefined) return known
    const ghost = typeof value === 'number' ? 98_765 + made.size : ghostText(value, made.size)
    made.set(value, ghost)
    return ghost
  }
}

function ghostText(value: string, index: number): string {
  const [first = '', ...rest] = value.split('/')
  const digits = first.replaceAll(/\D/g, '').length
  const other = () => `${first.slice(0, -2)}${`Q${String.fromCodePoint(65 + index)}`}`
  let left = digits
  const number = String(10 ** digits - 1 - index)
  const ghost = digits < 2 ? other() : first.replaceAll(/\d/g, () => number.at(-left--) ?? '9')
  return [first === first.toLowerCase() ? ghost.toLowerCase() : ghost, ...rest].join('/')
}
