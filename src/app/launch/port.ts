import { createServer } from 'node:net'
import type { Settings } from '#kernel/base/config/config.ts'
import { LaunchError } from './database.ts'

/** Reports at once, in one line, that another program uses the port, instead of after a minute of set-up. */
export async function assertPortFree({ host, port }: Pick<Settings, 'host' | 'port'>): Promise<void> {
  const code = await new Promise<string | undefined>((done) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => done(undefined)))
  })
  if (code === undefined) return
  if (code === 'EADDRINUSE')
    throw new LaunchError(`Port ${port} is taken by another program; stop it, or set PORT to a free one`)
  if (code === 'EACCES') throw new LaunchError(`This account may not use port ${port}; set PORT to one above 1023`)
  throw new LaunchError(`Cannot listen on ${host}:${port} (${code}); set HOST and PORT`)
}
