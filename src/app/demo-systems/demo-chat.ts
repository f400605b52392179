import type { FastifyInstance } from 'fastify'
import { accessTexts } from '#kernel/platform/access/access-texts.ts'
import { localAddress } from '#kernel/platform/access/local-address.ts'
import { html, htmlPage, pageLanguage } from '#kernel/platform/access/page.ts'

const PATH = '/api/v1/demo/chat'

/** Default of `CHAT_SHARE_URL` in a demonstration: a page of our own that shows what a team chat would receive. */
export function demoChatTemplate(publicUrl: string): string {
  return `${publicUrl}${PATH}?title={title}&link={link}&id={id}`
}

/** The message as a chat would show it. Only a link into this application is clickable. */
export function registerDemoChat(app: FastifyInstance, publicUrl: string): void {
  app.get(PATH, (request, reply) => {
    const query = request.query as Readonly<Record<string, unknown>>
    const text = (name: string) => (typeof query[name] === 'string' ? query[name].slice(0, 2000) : '')
    const language = pageLanguage(undefined, request.headers['accept-language'])
    const texts = accessTexts(language).demoChat
    const link = text('link')
    const isOurs = link.startsWith(`${publicUrl}/`) && localAddress(link.slice(publicUrl.length)) !== null
    const body = html`<h1>${texts.title}</h1>
      <p>${texts.hint}</p>
      <h2>${text('title')}</h2>
      <p>${text('id')}</p>
      ${isOurs ? html`<a class="primary" href="${link}">${texts.open}</a>` : html`<p>${link}</p>`}`
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(htmlPage({ language, title: texts.title, body }))
  })
}
