import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { startFauxqs } from 'fauxqs'

export interface BucketServer {
  /** For FILES_URL, with an existing bucket of this name; over another port where a proxy stands between. */
  url(bucket?: string, port?: number): string
  readonly port: number
  /** Names of all files that the server keeps on its disk, half uploads too. */
  kept(): readonly string[]
  close(): Promise<void>
}

const BUCKET = 'office-files'

/** A service that speaks S3, with a bucket to test with, on a port of its own. It takes any key. */
export async function bucketServer(): Promise<BucketServer> {
  const directory = mkdtempSync(join(tmpdir(), 'bucket-'))
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false, s3StorageDir: directory })
  server.createBucket(BUCKET)
  return {
    url: (bucket = BUCKET, port = server.port) => `s3://tester:hidden@127.0.0.1:${port}/${bucket}?tls=0`,
    port: server.port,
    kept: () => readdirSync(directory, { recursive: true }).map(String),
    async close() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The way to a service, which can be cut while something passes over it. */
export interface NetworkFault {
  readonly port: number
  /** Cuts the connection once so many more bytes have gone this way, and keeps it cut. */
  cutAfter(bytes: number, way: 'there' | 'back'): void
  mend(): void
  close(): Promise<void>
}

export async function networkFault(to: number): Promise<NetworkFault> {
  const sockets = new Set<Socket>()
  let left = Number.POSITIVE_INFINITY
  let counted: 'there' | 'back' = 'there'
  let isCut = false
  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  const pass = (from: Socket, into: Socket, way: typeof counted): void => {
    sockets.add(from)
    from.on('error', () => into.destroy())
    from.on('close', () => {
      sockets.delete(from)
      into.destroy()
    })
    from.on('data', (bytes: Buffer) => {
      if (way === counted) left -= bytes.length
      if (left < 0) cut()
      else into.write(bytes)
    })
    from.on('end', () => into.end())
  }
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(to, '127.0.0.1')
    pass(near, far, 'there')
    pass(far, near, 'back')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cutAfter(bytes, way) {
      left = bytes
      counted = way
    },
    mend() {
      left = Number.POSITIVE_INFINITY
      isCut = false
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
