import { createServer } from 'node:net'

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((done) => {
    const server = createServer()
    server.listen(0, () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 8181))
    })
  })
}
