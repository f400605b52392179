import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accessTexts } from '#kernel/platform/access/access-texts.ts'
import { html, htmlPage, pageLanguage } from '#kernel/platform/access/page.ts'

/** Where the sign-in window of a covered page comes back to (`returnTo` of that window). */
const PATH = '/api/v1/auth/signed-in'

/**
 * Hands the ticket to the window that asked, whichever of this browser's it is, and closes. The channel reaches only pages
 * of this origin, and `for` names the one that waits; an opener would be lost on the way over a provider elsewhere.
 */
const SCRIPT = `const query = new URLSearchParams(location.search)
history.replaceState(null, '', location.pathname)
const channel = new BroadcastChannel('sign-in')
const to = query.get('for')
channel.onmessage = ({ data }) => { if (data.to === to && data.taken) window.close() }
channel.postMessage({ to, ticket: query.get('token') })
`

/** The last page of a sign-in that happened in a window of its own. */
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
