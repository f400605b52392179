import type { VariableView } from '../approval-routes-wire.ts'
import type { ApprovalRoutesPageTexts } from '../locale/page.en.ts'

/** Says a part of a condition in one language. */
export type ConditionTexts = (
  key: keyof ApprovalRoutesPageTexts['conditions'],
  values: Readonly<Record<string, string>>,
) => string

/** What a variable and a value of it are called; undefined for an unknown variable. */
export interface ConditionNames {
  readonly variable: (name: string) => string | undefined
  readonly value: (variable: string, value: string) => string
}

export function namesOfVariables(variables: readonly VariableView[]): ConditionNames {
  const known = new Map(variables.map((variable) => [variable.name, variable]))
  return {
    variable: (name) => known.get(name)?.label,
    value: (variable, value) => known.get(variable)?.names[value] ?? value,
  }
}

/** A part of a condition in words. A part joined by 'and' or 'or' is put in brackets inside a part joined by the other. */
interface Said {
  readonly text: string
  readonly joins?: 'and' | 'or'
  /** The negation in words, for parts that need no 'not'. */
  readonly opposite?: string
}

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|"([^"\\]*)"|(list contains)|([A-Za-z_]\w*)|(<=|>=|!=|[=<>(),]))/y

type Token = readonly [kind: 'number' | 'text' | 'name' | 'sign', text: string]

/** Splits a condition into tokens; null if it contains anything else. */
function tokensOf(text: string): readonly Token[] | null {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const found = TOKEN.exec(text)
    if (!found) return null
    const [, number, quoted, call, name, sign] = found
    if (number !== undefined) tokens.push(['number', number])
    else if (quoted !== undefined) tokens.push(['text', quoted])
    else tokens.push(call === undefined && name !== undefined ? ['name', name] : ['sign', call ?? sign ?? ''])
  }
  return tokens
}

const COMPARED = { '=': 'is', '!=': 'isNot', '>': 'more', '>=': 'atLeast', '<': 'less', '<=': 'atMost' } as const
const OPPOSITE = { '=': '!=', '!=': '=', '>': '<=', '>=': '<', '<': '>=', '<=': '>' } as const
type Comparison = keyof typeof COMPARED

class Unsayable extends Error {}

/**
 * A condition of a route in words, as people read it: comparisons, lists, and what joins them. Null where it has another form of FEEL, or
 * names an unknown variable: then only its own text says it.
 */
export function conditionWords(condition: string, texts: ConditionTexts, names: ConditionNames): string | null {
  const tokens = tokensOf(condition)
  if (!tokens || tokens.length === 0) return null
  try {
    return new Reading(tokens, texts, names).whole().text
  } catch (error) {
    if (error instanceof Unsayable) return null
    throw error
  }
}

/** The words with the condition itself behind them; the condition alone where it has no words. */
export function conditionText(condition: string, texts: ConditionTexts, names: ConditionNames): string {
  const words = conditionWords(condition, texts, names)
  return words === null ? condition : texts('withCode', { words, code: condition })
}

class Reading {
  readonly #tokens: readonly Token[]
  readonly #texts: ConditionTexts
  readonly #names: ConditionNames
  #at = 0

  constructor(tokens: readonly Token[], texts: ConditionTexts, names: ConditionNames) {
    this.#tokens = tokens
    this.#texts = texts
    this.#names = names
  }

  whole(): Said {
    const said = this.#joined('or')
    if (this.#at < this.#tokens.length) throw new Unsayable()
    return said
  }

  #isNext(kind: Token[0], text: string): boolean {
    const token = this.#tokens[this.#at]
    return token?.[0] === kind && token[1] === text
  }

  #take(kind: Token[0], text?: string): string {
    const token = this.#tokens[this.#at]
    if (token?.[0] !== kind || (text !== undefined && token[1] !== text)) throw new Unsayable()
    this.#at += 1
    return token[1]
  }

  #joined(by: 'or' | 'and'): Said {
    const part = () => (by === 'or' ? this.#joined('and') : this.#single())
    const parts = [part()]
    while (this.#isNext('name', by)) {
      this.#take('name', by)
      parts.push(part())
    }
    const [only] = parts
    if (parts.length === 1 && only) return only
    const bracketed = ({ text, joins }: Said) => (joins && joins !== by ? this.#texts('inner', { text }) : text)
    return { text: parts.map(bracketed).join(this.#texts(by, {})), joins: by }
  }

  #single(): Said {
    if (this.#isNext('sign', '(')) return this.#bracketed()
    if (this.#isNext('sign', 'list contains')) return this.#contained()
    const name = this.#take('name')
    if (name === 'not') {
      const { text, opposite } = this.#bracketed()
      return { text: opposite ?? this.#texts('not', { text }), opposite: text }
    }
    if (name === 'true' || name === 'false') return { text: this.#texts(name === 'true' ? 'always' : 'never', {}) }
    return this.#compared(name)
  }

  #bracketed(): Said {
    this.#take('sign', '(')
    const said = this.#joined('or')
    this.#take('sign', ')')
    return said
  }

  #contained(): Said {
    this.#take('sign', 'list contains')
    this.#take('sign', '(')
    const name = this.#take('name')
    this.#take('sign', ',')
    const value = this.#names.value(name, this.#take('text'))
    this.#take('sign', ')')
    const values = { name: this.#called(name), value }
    return { text: this.#texts('contains', values), opposite: this.#texts('lacks', values) }
  }

  #compared(variable: string): Said {
    const name = this.#called(variable)
    const sign = this.#tokens[this.#at]
    if (sign?.[0] !== 'sign' || !(sign[1] in COMPARED)) {
      return { text: this.#texts('yes', { name }), opposite: this.#texts('no', { name }) }
    }
    this.#at += 1
    const by = sign[1] as Comparison
    const [kind, text] = this.#tokens[this.#at] ?? ['sign', '']
    this.#at += 1
    if (kind === 'name' && (text === 'true' || text === 'false')) {
      if (by !== '=' && by !== '!=') throw new Unsayable()
      const [said, opposite] = (text === 'true') === (by === '=') ? (['yes', 'no'] as const) : (['no', 'yes'] as const)
      return { text: this.#texts(said, { name }), opposite: this.#texts(opposite, { name }) }
    }
    if (kind !== 'number' && kind !== 'text') throw new Unsayable()
    const value = kind === 'number' ? numberText(text) : this.#names.value(variable, text)
    return {
      text: this.#texts(COMPARED[by], { name, value }),
      opposite: this.#texts(COMPARED[OPPOSITE[by]], { name, value }),
    }
  }

  #called(variable: string): string {
    const name = this.#names.variable(variable)
    if (name === undefined) throw new Unsayable()
    return name
  }
}

/** With separators. */
function numberText(text: string): string {
  const [whole = '', ...decimals] = text.split('.')
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.')
}
