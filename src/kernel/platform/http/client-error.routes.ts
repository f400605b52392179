import Type from 'typebox'
import { redact } from '#kernel/base/errors/redact.ts'
import { defineRoute, type Route } from './route.ts'

/** Reports a minute from one address, over all processes: a page that fails in a loop stops by itself at 20. */
const PER_MINUTE = 60

const text = (maxLength: number) => Type.String({ maxLength })

/** Limits of a page's error report. */
const report = Type.Object({
  message: Type.String({ minLength: 1, maxLength: 1_000 }),
  info: Type.Union([Type.Literal('window'), Type.Literal('rejection'), Type.Literal('render'), Type.Literal('chunk')]),
  part: text(200),
  url: text(500),
  stack: text(4_000),
  build: text(40),
})

/** Logs errors of the pages on the server, without personal data: the page removes it, and so does this. */
const clientErrorRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/client-errors',
  right: {
    public: 'A page that fails before anyone is signed in must be heard; it writes one bounded line to the log',
  },
  perMinute: PER_MINUTE,
  summary: 'Report an error of a page to the log of the server',
  mode: 'read',
  body: report,
  data: Type.Object({}),
  async handler(_tx, context, { body }) {
    const { message, info, part, url, stack, build } = body
    const fields = { message: redact(message), info, part: redact(part), url: redact(url), stack: redact(stack), build }
    context.log(fields, 'an error of a page')
    return {}
  },
})

export const clientErrorRoutes: readonly Route[] = [clientErrorRoute]
