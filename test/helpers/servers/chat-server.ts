import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ChatCall {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ChatServer {
  readonly url: string
  readonly calls: ChatCall[]
  /** Answers to the next calls; 204 where there is none. */
  readonly answers: { readonly status: number; readonly headers?: Readonly<Record<string, string>> }[]
  close(): Promise<void>
}

/** The receiving end of the chat: keeps calls as they came. */
export async function chatServer(): Promise<ChatServer> {
  const calls: ChatCall[] = []
  const answers: ChatServer['answers'] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      calls.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      const answer = answers.shift() ?? { status: 204 }
      response.writeHead(answer.status, answer.headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    calls,
    answers,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
