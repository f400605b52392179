export type Environment = Readonly<Record<string, string | undefined>>

/** Reads variables and collects every complaint, so that one start shows all of them. */
export class ConfigReader {
  readonly problems: string[]
  private readonly environment: Environment

  constructor(environment: Environment, problems: string[]) {
    this.environment = environment
    this.problems = problems
  }

  /** An empty variable counts as unset: that is what `VAR= npm start` and compose files mean by it. */
  text(name: string): string | undefined {
    return this.environment[name]?.trim() || undefined
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const text = this.text(name)
    if (text === undefined) return fallback
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    this.problems.push(`${name} must be a whole number from ${min} to ${max}, not '${text}'`)
    return fallback
  }

  flag(name: string, fallback: boolean): boolean {
    const text = this.text(name)?.toLowerCase()
    if (text === undefined) return fallback
    if (['1', 'true', 'yes', 'on'].includes(text)) return true
    if (['0', 'false', 'no', 'off'].includes(text)) return false
    this.problems.push(`${name} must be 1 or 0, not '${text}'`)
    return fallback
  }

  oneOf<T extends string>(name: string, values: readonly T[], fallback: T): T {
    const text = this.text(name)
    if (text === undefined) return fallback
    const found = values.find((value) => value === text)
    if (found === undefined) this.problems.push(`${name} must be one of ${values.join(', ')}, not '${text}'`)
    return found ?? fallback
  }

  url(name: string, protocols: readonly string[]): URL | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const url = URL.parse(text)
    if (url !== null && protocols.includes(url.protocol)) return url
    // The value is not repeated: such addresses carry passwords.
    this.problems.push(`${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`)
    return undefined
  }

  allowed(name: string): boolean {
    return this.flag(`ALLOW_${name}`, false)
  }
}
