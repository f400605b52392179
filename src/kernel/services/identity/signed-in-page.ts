import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accessTexts } from '#kernel/platform/access/access-texts.ts'
import { html, htmlPage, pageLanguage } from '#kernel/platform/access/page.ts'

/** Return address of the sign-in window over a covered page (`returnTo` of that window). */
const PATH = '/api/v1/auth/signed-in'

/**
 * Passes the ticket to the waiting window of this browser and closes. The channel reaches only pages of this origin,
 * and `for` identifies the waiting one; an opener reference would be lost across a provider elsewhere.
 */
const SCRIPT = `const query = new URLSearchParams(location.search)
history.replaceState(null, '', location.pathname)
const channel = new BroadcastChannel('sign-in')
const to = query.get('for')
channel.onmessage = ({ data }) => { if (data.to === to && data.taken) window.close() }
channel.postMessage({ to, ticket: query.get('token') })
`

/** The last page of a sign-in in a separate window. */
export function registerSignedInPage(app: FastifyInstance): void {
  app.get(PATH, page)
  app.get(`${PATH}.js`, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(SCRIPT))
}

async function page(request: FastifyRequest, reply: FastifyReply) {
  const { lang } = request.query as { lang?: unknown }
  const language = pageLanguage(typeof lang === 'string' ? lang : undefined, request.headers['accept-language'])
  const texts = accessTexts(language).signedIn
  const body = html`<h1>${texts.title}</h1>
    <p>${texts.lead}</p>
    <a class="second" href="/">${texts.home}</a>`
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(htmlPage({ language, title: texts.title, body, script: `${PATH}.js` }))
}
