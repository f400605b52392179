import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const KEY_BYTES = 32

function derived(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** `salt:key`, both base64url. */
export async function passwordHash(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}:${(await derived(password, salt)).toString('base64url')}`
}

/** An unknown account takes the same time as a wrong password: pass its hash as undefined. */
export async function passwordMatches(password: string, hash: string | undefined): Promise<boolean> {
  const [salt = '', key = ''] = (hash ?? '').split(':')
  const given = await derived(password, Buffer.from(salt, 'base64url'))
  const expected = Buffer.from(key, 'base64url')
  return expected.length === given.length && timingSafeEqual(given, expected)
}
