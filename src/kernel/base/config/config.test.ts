import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig, readSettings } from './config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const production = {
  DATA_DIR: dataDir,
  NODE_ENV: 'production',
  OIDC_ISSUER: 'https://sso.example.org',
  OIDC_CLIENT_ID: 'back-office',
  DATABASE_URL: 'postgres://db/app',
}

function complaint(environment: Record<string, string>): string {
  try {
    readSettings({ DATA_DIR: dataDir, ...environment })
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).message
  }
  return ''
}

describe('the clock', () => {
  const CLOCK = { CLOCK_AT: '2028-02-29T23:30:00+05:30', CLOCK_SINCE: '2026-11-18T06:00:00Z' }

  test('the clock starts at CLOCK_AT, counted from CLOCK_SINCE', () => {
    const clock = { at: new Date('2028-02-29T18:00:00Z'), since: new Date('2026-11-18T06:00:00Z') }
    expect(readSettings({ DATA_DIR: dataDir, ...CLOCK }).clock).toEqual(clock)
  })

  test('the clock is that of the machine unless CLOCK_AT is set', () => {
    expect(readSettings({ DATA_DIR: dataDir }).clock).toBeNull()
  })

  test('CLOCK_AT is refused in production', () => {
    expect(complaint({ ...production, ...CLOCK })).toContain('CLOCK_AT is for tests and dry runs')
  })
})

describe('the environment', () => {
  test('all problems of the environment are reported in one line that repeats no secret', () => {
    const text = complaint({ PORT: '99999', ROLE: 'boss', DATABASE_URL: 'mysql://me:hidden@db', DEMO: 'maybe' })
    expect(text.split('\n')).toHaveLength(1)
    for (const name of ['PORT', 'ROLE', 'DATABASE_URL', 'DEMO']) expect(text).toContain(name)
    expect(text).not.toContain('hidden')
  })

  test.each([
    [{ PORT: '8080x' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ CLOCK_AT: '2026-11-18' }, 'CLOCK_AT must be a moment with its zone'],
    [{ CLOCK_AT: '2026-11-31T06:00:00X' }, 'CLOCK_AT must be a moment with its zone'],
    [{ CLOCK_SINCE: '2026-11-18T06:00:00Z' }, 'CLOCK_SINCE needs CLOCK_AT'],
    [{ OIDC_CLIENT_ID: 'a' }, 'OIDC_ISSUER'],
    [{ MIGRATION_DATABASE_URL: 'postgres://db/owner' }, 'DATABASE_URL beside it'],
    [{ DATABASE_URL: 'postgres://db/app?options=-c%20TimeZone%3DAsia/Tokyo' }, 'DATABASE_URL must not carry options'],
    [{ CHAT_SHARE_URL: 'chat://share?text={title}' }, 'CHAT_SHARE_URL'],
    [{ CHAT_SHARE_URL: 'chat://share?url={link}&user={user}' }, 'CHAT_SHARE_URL'],
    [{ CHAT_SHARE_URL: 'javascript:alert({link})' }, 'CHAT_SHARE_URL'],
    [{ CHAT_SHARE_URL: '{link}' }, 'CHAT_SHARE_URL'],
    [{ OIDC_ISSUER: 'https://sso.example.org' }, 'OIDC_CLIENT_ID'],
    [{ SMTP_URL: 'http://mail.example.org', MAIL_FROM: 'office@example.org' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example.org' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'Office' }, 'MAIL_FROM'],
    [{ CHAT_WEBHOOK_URL: 'https://chat.example.org/in' }, 'CHAT_WEBHOOK_SECRET'],
    [{ CHAT_WEBHOOK_URL: 'https://chat.example.org/in', CHAT_WEBHOOK_SECRET: 'short' }, 'CHAT_WEBHOOK_SECRET'],
    [{ POOL_WORKER: '2' }, 'POOL_WORKER must be a whole number from 3'],
    [{ NOTIFY_GROUP_SECONDS: '-1' }, 'NOTIFY_GROUP_SECONDS'],
    [{ FINANCE_PUSH_URL: 'https://finance.example.org/in' }, 'FINANCE_PUSH_SECRET'],
    [{ FINANCE_PUSH_SECRET: 'alone' }, 'FINANCE_PUSH_URL'],
    [{ FINANCE_RESERVE_URL: 'https://finance.example.org/in' }, 'FINANCE_RESERVE_SECRET'],
    [
      {
        DATA_CENTRE_PUSH_URLS: 'IN=https://in.example.org EU=https://eu.example.org',
        DATA_CENTRE_PUSH_SECRETS: 'IN=a',
      },
      'EU is in one only',
    ],
    [{ DATA_CENTRE_PUSH_SECRETS: 'IN=alone' }, 'IN is in one only'],
    [
      { DATA_CENTRE_PUSH_URLS: 'IN=mailto:a', DATA_CENTRE_PUSH_SECRETS: 'IN=a' },
      'starts with https:// or http:// for IN',
    ],
    [{ DATA_CENTRE_PUSH_URLS: 'https://in.example.org' }, 'DATA_CENTRE_PUSH_URLS must be pairs'],
    [{ DATA_CENTRE_PUSH_URLS: 'IN=https://a IN=https://b' }, 'each code once'],
    [
      { DATA_CENTRE_PUSH_URLS: 'IN=https://a', DATA_CENTRE_PUSH_SECRETS: 'IN=one,two,three' },
      'DATA_CENTRE_PUSH_SECRETS of IN holds one secret',
    ],
  ])('the setting %o is refused', (environment, name) => expect(complaint(environment)).toContain(name))

  test.each([
    ['OIDC_ISSUER', { OIDC_ISSUER: '', OIDC_CLIENT_ID: '' }, 'ALLOW_DEMO_PROVIDER'],
    ['DATABASE_URL', { DATABASE_URL: '' }, 'ALLOW_EMBEDDED_DATABASE'],
  ])('production needs %s unless told otherwise', (name, without, allow) => {
    expect(complaint({ ...production, ...without })).toContain(name)
    expect(complaint({ ...production, ...without, [allow]: '1' })).toBe('')
  })

  test.each(['chat://share?text={title}&url={link}&id={id}', 'https://chat.example.org/send?body={title}%20{link}'])(
    'the chat link may be %s',
    (template) => expect(readSettings({ DATA_DIR: dataDir, CHAT_SHARE_URL: template }).chatShareUrl).toBe(template),
  )

  test('a serving process needs its database', () => {
    expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(ConfigError)
  })

  test('a secret may be read from a file, which is named once in errors without its content', () => {
    const file = join(dataDir, 'secret')
    writeFileSync(file, 'from-a-file-of-its-own\n')
    const push = { FINANCE_PUSH_URL: 'https://finance.example.org/in', FINANCE_PUSH_SECRET_FILE: file }
    expect(readSettings({ DATA_DIR: dataDir, ...push }).financePush?.secret).toBe('from-a-file-of-its-own')
    writeFileSync(file, 'mysql://me:hidden@db')
    const wrong: Record<string, string>[] = [
      { DATABASE_URL_FILE: file },
      { DATABASE_URL_FILE: join(dataDir, 'hidden-none') },
      { DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://db/app' },
    ]
    for (const environment of wrong) {
      expect(complaint(environment)).toMatch(/DATABASE_URL(_FILE)? /)
      expect(complaint(environment)).not.toContain('hidden')
    }
  })

  test('a secret may have two values while it is replaced, and a sentence is refused', () => {
    const push = (secret: string) => ({
      FINANCE_PUSH_URL: 'https://finance.example.org/in',
      FINANCE_PUSH_SECRET: secret,
    })
    expect(complaint(push('the-newer-secret-1 the-older-secret-1'))).toBe('')
    expect(complaint(push('a sentence of words'))).toMatch(/^FINANCE_PUSH_SECRET holds one secret without spaces/)
    expect(complaint(push('the-newer-secret-1 the-older-secret-1 the-oldest-secret'))).toContain('FINANCE_PUSH_SECRET')
  })

  test('the demonstration starts without settings, with its own provider and database', () => {
    const settings = readSettings({ DATA_DIR: dataDir, PORT: '9001' })
    expect(settings).toMatchObject({
      production: false,
      databaseUrl: null,
      role: 'all',
      demo: { load: true, scale: 1 },
      oidc: { issuer: 'http://localhost:9001/oidc', builtIn: true },
    })
  })

  test('an external database gets no demonstration data unless requested', () => {
    expect(readConfig({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://db/app' }).demo.load).toBe(false)
    expect(readConfig({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://db/app', DEMO: '1' }).demo.load).toBe(true)
  })
})
