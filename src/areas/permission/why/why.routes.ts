import Type from 'typebox'
import { accessErrors } from '#kernel/platform/access/access.errors.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { required } from '#kernel/base/errors/errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { personByAccount, personWithin } from '../people/directory.queries.ts'
import { scopeIds } from '../people/people.server.ts'
import { whyAnswer } from '../permission-wire.ts'
import { type Question, whyNot } from './why.server.ts'

const closed = { additionalProperties: false }
const kind = Type.Union([Type.Literal('page'), Type.Literal('right'), Type.Literal('document')])
const asked = {
  kind,
  target: Type.String({ minLength: 1, maxLength: 200 }),
  place: Type.Optional(Type.String({ maxLength: 100 })),
}

/** 'Why can I not?': about oneself, and for administrators of access about others. */
export function whyRoutes(documents: readonly AnyDocument[]): readonly Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/aps/permission/why/mine',
      right: { signedIn: 'It says of the caller what each page would tell him by refusing' },
      summary: 'Why the caller may not open a page, does not hold a right or cannot do something with a document',
      mode: 'read',
      perMinute: 120,
      body: Type.Object(asked, closed),
      data: whyAnswer,
      async handler(tx, context, { body }) {
        const person = required(await tx.first(personByAccount(context.principal.account)), accessErrors.noSuchPerson())
        return whyNot(tx, context, person, body as Question, documents)
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/aps/permission/why',
      right: 'permission.access.view',
      summary: 'The same about somebody else',
      mode: 'read',
      body: Type.Object({ ...asked, account: Type.String({ minLength: 1, maxLength: 100 }) }, closed),
      data: whyAnswer,
      async handler(tx, context, { body }) {
        const nobody = accessErrors.noSuchPerson({}, { field: 'account' })
        const found = personWithin(body.account.trim(), scopeIds(context.principal.scope))
        const person = required(await tx.first(found), nobody)
        return whyNot(tx, context, person, body as Question, documents)
      },
    }),
  ]
}
