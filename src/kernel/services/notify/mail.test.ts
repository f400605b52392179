import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { sendPlainMail } from './mail.ts'

// Tests the promises of docs/operations.md about SMTP_URL against servers with and without encryption. Their certificate is signed by
// no authority.

const MAIL = { to: 'somebody@company.example', subject: 'Hello', text: 'Hello' }

let server: SMTPServer | undefined

afterEach(() => new Promise<void>((done) => (server ? server.close(done) : done())))

/** Each accepted mail: whether it came encrypted, and from whom. */
async function mailServer(options: SMTPServerOptions): Promise<{ port: number; mails: unknown[] }> {
  const mails: unknown[] = []
  const started = new SMTPServer({
    logger: false,
    closeTimeout: 20,
    authOptional: true,
    onAuth: ({ username, password }, _session, done) => done(null, { user: `${username} ${password}` }),
    onData(stream, { secure, user }, done) {
      stream.resume().on('end', () => {
        mails.push({ secure, user: user ?? null })
        done()
      })
    },
    ...options,
  })
  started.on('error', () => undefined)
  await new Promise<void>((done) => started.listen(0, '127.0.0.1', done))
  server = started
  return { port: (started.server.address() as AddressInfo).port, mails }
}

const send = (url: string) => sendPlainMail({ url, from: 'office@company.example' }, MAIL)

describe('mail', () => {
  it('mail is encrypted where the server offers it, with user and password after that', async () => {
    const { port, mails } = await mailServer({})
    await send(`smtp://office%40company:p%3Ass@127.0.0.1:${port}?tls.rejectUnauthorized=false`)
    expect(mails).toEqual([{ secure: true, user: 'office@company p:ss' }])
  })

  it('mail is encrypted from the first byte by smtps', async () => {
    const { port, mails } = await mailServer({ secure: true })
    await send(`smtps://127.0.0.1:${port}?tls.rejectUnauthorized=false`)
    expect(mails).toEqual([{ secure: true, user: null }])
  })

  it('mail is sent unencrypted to a server that offers no encryption, unless encryption is required', async () => {
    const { port, mails } = await mailServer({ disabledCommands: ['STARTTLS'] })
    await send(`smtp://127.0.0.1:${port}`)
    await expect(send(`smtp://127.0.0.1:${port}?requireTLS=true`)).rejects.toThrow()
    expect(mails).toEqual([{ secure: false, user: null }])
  })

  it('mail is not sent to a server with an untrusted certificate', async () => {
    const { port, mails } = await mailServer({})
    await expect(send(`smtp://127.0.0.1:${port}`)).rejects.toThrow(/self[- ]signed|certificate/i)
    expect(mails).toEqual([])
  })
})
