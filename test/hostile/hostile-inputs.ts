/** Texts that break code that trusts them: a statement, a page, a spreadsheet, a path, a header, a number, a log writer. */
export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  'SQL, a condition': `' or '1'='1' -- `,
  'SQL, a second statement': `'; drop table app_user; select pg_sleep(9); --`,
  'SQL, a union': `1) union select account, null from app_user --`,
  'SQL, a pattern': `%_\\%'`,
  'a script': `"><script>alert(1)</script><img src=x onerror=alert(1)>`,
  'a script in an address': `javascript:alert(document.domain)`,
  'a formula': `=cmd|'/C calc'!A0`,
  'a formula of another sign': `@SUM(1+1)*cmd|'/C calc'!A0`,
  'a way up': `../../../../../../etc/passwd`,
  'a template': '${7*7}{{7*7}}<%= 7*7 %>#{7*7}',
  'a header': `x\r\nset-cookie: stolen=1\r\n\r\n<b>`,
  'a prototype': '__proto__',
  'a constructor': 'constructor',
  'a number too large': '9'.repeat(40),
  'a negative number': '-1',
  'no number': 'NaN',
  'an exponent': '1e309',
  'a day that is none': '2026-13-45',
  'letters that turn around': '\u202Etxt.exe\u200B\uFEFF\u2028\u0007',
  'letters that count double': '😀'.repeat(20) + 'é\u0301\uFDFA',
  'very many letters': 'A'.repeat(100_000),
  // A pattern that looks for the end of such a run begins anew at each of its letters: of 60,000 it takes 2.5 s.
  'zeros with an end': `1.${'0'.repeat(100_000)}1`,
  'blanks with an end': `${' '.repeat(100_000)}x`,
  nothing: '',
  blanks: ' \t\u00A0\u3000',
}

const NUMBERS = [-1, 0, 1.5, 2 ** 31, Number.MAX_SAFE_INTEGER, 1e308, -1e308]

/** Bodies that no schema asks for. */
export const HOSTILE_BODIES: Readonly<Record<string, string>> = {
  'deep JSON': `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  'a prototype': '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
  'a list': '[{"id":1}]',
  'half a body': '{"id":',
  'a NUL': '{"id":"a\\u0000b","no":"\\u0000"}',
  'half a letter': '{"id":"\\ud800"}',
  null: 'null',
  'objects for texts': '{"id":{"$gt":""},"no":{"toString":1},"limit":{"valueOf":2},"keyword":["a"]}',
}

interface Shape {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly minItems?: number
  readonly pattern?: string
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** Values that match the patterns, so that the rest of a body passes the schema. */
const FITTING = [
  '1',
  '2026',
  '2026-02-30',
  '2026-01',
  '1.00',
  'IN',
  '12:00',
  'POOL-A',
  'x',
  'a.b',
  '1-1',
  'USD',
  'CB20260100001',
]

/** An input of the declared shape whose texts and numbers are as hostile as the shape permits. */
export function hostileInput(shape: Shape | undefined, text: string, turn: number): unknown {
  if (!shape) return {}
  if ('const' in shape) return shape.const
  if (shape.enum) return shape.enum[turn % shape.enum.length]
  const choices = shape.anyOf ?? shape.allOf
  if (choices) return hostileInput(choices[turn % choices.length], text, turn)
  const type = typeof shape.type === 'object' ? shape.type[0] : shape.type
  switch (type ?? 'anything') {
    case 'string':
      return hostileText(shape, text)
    case 'number':
    case 'integer':
      return hostileNumber(shape, type === 'integer', turn)
    case 'boolean':
      return turn % 2 === 0
    case 'null':
      return null
    case 'array':
      return Array.from({ length: Math.max(1, shape.minItems ?? 1) }, () => hostileInput(shape.items, text, turn))
    case 'object':
      return hostileObject(shape, text, turn)
    default:
      return text
  }
}

function hostileText({ pattern, maxLength = 200_000 }: Shape, text: string): string {
  const cut = text.slice(0, maxLength)
  if (pattern === undefined || new RegExp(pattern, 'u').test(cut)) return cut
  return FITTING.find((each) => new RegExp(pattern, 'u').test(each)) ?? cut
}

function hostileNumber({ minimum, maximum }: Shape, isWhole: boolean, turn: number): number {
  const numbers = NUMBERS.filter((each) => !isWhole || Number.isInteger(each))
  const fitting = numbers.filter((each) => each >= (minimum ?? -Infinity) && each <= (maximum ?? Infinity))
  return fitting[turn % Math.max(1, fitting.length)] ?? maximum ?? minimum ?? 1
}

function hostileObject({ properties, patternProperties }: Shape, text: string, turn: number): object {
  const named = Object.entries(properties ?? {}).map(([name, each]) => [name, hostileInput(each, text, turn)])
  const [free] = Object.values(patternProperties ?? {})
  if (free) named.push([text.slice(0, 40) || 'x', hostileInput(free, text, turn)])
  return Object.fromEntries(named) as object
}

/** Traces that an answer must never reveal: where it was made, with which tools, and how it failed. */
export const TELLING =
  /\bat [\w.<>[\] ]+ \((file|node|\/)|node_modules|\/src\/(kernel|areas|app)\/|syntax error at|invalid input syntax|violates \w+ constraint|SQLSTATE|pg_catalog|PostgresError|DatabaseError|ECONNREFUSED|TypeError:|RangeError:/
