import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type TransactionPool } from '#kernel/platform/db/tx.ts'

export interface ProviderKeys {
  readonly signing: { readonly keys: readonly Readonly<Record<string, unknown>>[] }
  readonly cookies: readonly string[]
  /** Shared by the provider and its one client, which are the same installation. */
  readonly clientSecret: string
}

interface KeyRow {
  readonly signing_keys: ProviderKeys['signing']
  readonly cookie_keys: readonly string[]
  readonly client_secret: string
}

const readKeys = prepared<KeyRow>('provider keys', 'select signing_keys, cookie_keys, client_secret from oidc_key')

const insertKeys = prepared(
  'insert provider keys',
  'insert into oidc_key (signing_keys, cookie_keys, client_secret) values ($1, $2, $3) on conflict do nothing',
)

/** Created once for a database by the first process; another process that created its own discards them. */
export async function providerKeys(pool: TransactionPool): Promise<ProviderKeys> {
  return reading(pool, async (tx) => {
    const found = (await tx.first(readKeys())) ?? null
    if (found) return keysOf(found)
    const secret = () => randomBytes(32).toString('base64url')
    const signing = JSON.stringify({ keys: [await newSigningKey()] })
    await tx.run(insertKeys(signing, JSON.stringify([secret()]), secret()))
    const made = await tx.first(readKeys())
    if (!made) throw new Error('the keys of the built-in identity provider could not be stored')
    return keysOf(made)
  })
}

function keysOf(row: KeyRow): ProviderKeys {
  return { signing: row.signing_keys, cookies: row.cookie_keys, clientSecret: row.client_secret }
}

async function newSigningKey(): Promise<Record<string, unknown>> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: randomBytes(8).toString('hex'), alg: 'RS256', use: 'sig' }
}
