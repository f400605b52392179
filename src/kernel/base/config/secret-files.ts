import { readFileSync } from 'node:fs'
import type { Environment } from './reader.ts'

/** Variables that carry a secret; each may name a file in its place: `OIDC_CLIENT_SECRET_FILE=/run/secrets/oidc`. */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'OIDC_CLIENT_SECRET',
  'FILES_URL',
  'AUDIT_ANCHOR',
  'SMTP_URL',
  'CHAT_WEBHOOK_SECRET',
  'FINANCE_PUSH_SECRET',
  'FINANCE_RESERVE_SECRET',
  'DATA_CENTRE_PUSH_SECRETS',
] as const

const MOST_LETTERS = 64 * 1024

/** Returns the environment with the content of the named secret files. A complaint names the variable, never the content. */
export function withSecretFiles(environment: Environment, problems: string[]): Environment {
  const found: Record<string, string | undefined> = { ...environment }
  for (const name of SECRET_VARIABLES) {
    const path = environment[`${name}_FILE`]?.trim()
    if (!path) continue
    if (environment[name]?.trim()) problems.push(`${name} and ${name}_FILE say the same thing: one of them only`)
    const text = contentOf(path)
    if (text === null) problems.push(`${name}_FILE must name a file that can be read`)
    else if (text === '' || text.length > MOST_LETTERS)
      problems.push(`${name}_FILE must name a file that holds a secret`)
    else found[name] = text
  }
  return found
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}

/** Shorter secrets can be guessed, and are more likely words of a sentence than one of several secrets. */
const LEAST_LETTERS = 16

/** Returns what is wrong with a variable that holds several secrets (`secretsOf`), or null. */
export function secretsProblem(name: string, text: string | undefined): string | null {
  const parts = text?.trim().split(/\s+/) ?? []
  if (parts.length < 2 || (parts.length === 2 && parts.every((part) => part.length >= LEAST_LETTERS))) return null
  return `${name} holds one secret without spaces, or two while one is replaced, the newest first, of ${LEAST_LETTERS} letters or more each`
}
