import Type, { type TSchema } from 'typebox'
import { required } from '#kernel/base/errors/errors.ts'
import { SETTING_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { draftOf } from './setting.queries.ts'
import { draftSchema, settingSchema } from './setting.schemas.ts'
import { knowSetting } from './known-settings.ts'
import { discardDraft, publishDraft, readSetting, restoreVersion, saveDraft, type Setting } from './setting.ts'
import { twoPeopleErrors } from './two-people.errors.ts'

const draftVersion = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })
const note = Type.String({ maxLength: 500 })
const closed = { additionalProperties: false }
const anyKey = Type.String({ minLength: 1, maxLength: 200 })

interface NamedBody {
  readonly key: string
  readonly draftVersion: number
}

/** All calls of a kind of setting below `path` (`/aps/approval/template`); `thing` describes the subject: 'a route template'. */
export function settingRoutes<C>(setting: Setting<C>, path: string, thing: string): Route[] {
  const key: TSchema = setting.key ?? anyKey
  const detail = defineRoute({
    method: 'POST',
    path: `${path}/detail`,
    right: setting.rights.view,
    summary: `Versions and draft of ${thing}`,
    mode: 'read',
    body: Type.Object({ key }, closed),
    data: settingSchema(setting.content),
    async handler(tx, context, { body }) {
      const asked = body as { readonly key: string }
      await setting.known?.(tx, asked.key, context)
      return await readSetting(tx, context, setting, asked.key)
    },
  })
  return [detail, ...draftRoutes(setting, path, thing)]
}

/** Saving, discarding, publishing and reverting, for kinds with a detail call of their own. */
export function draftRoutes<C>(setting: Setting<C>, path: string, thing: string): Route[] {
  knowSetting(setting as Setting<unknown>, path)
  const key: TSchema = setting.key ?? anyKey
  const named = { key, draftVersion }
  const { rights, content } = setting
  return [
    defineRoute({
      method: 'POST',
      path: `${path}/draft/save`,
      right: rights.edit,
      bound: SETTING_BOUND,
      summary: `Keep a draft of ${thing}, unfinished or not; answers what keeps it from being published`,
      mode: 'write',
      body: Type.Object({ ...named, content, note }, closed),
      data: draftSchema(content),
      async handler(tx, context, { body }) {
        const asked = body as NamedBody & { readonly content: unknown; readonly note: string }
        await setting.known?.(tx, asked.key, context)
        const tidied = setting.tidy(asked.content)
        const input = { key: asked.key, version: asked.draftVersion, content: tidied, note: asked.note }
        return await saveDraft(tx, context, setting, input)
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/draft/discard`,
      right: rights.edit,
      summary: `Give up a draft of ${thing}`,
      mode: 'write',
      body: Type.Object(named, closed),
      data: Type.Object({ key: Type.String() }),
      async handler(tx, context, { body }) {
        const asked = body as NamedBody
        await setting.known?.(tx, asked.key, context)
        await discardDraft(tx, context, setting, { key: asked.key, version: asked.draftVersion })
        return { key: asked.key }
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/draft/restore`,
      right: rights.edit,
      summary: `Draft ${thing} as it was in an earlier version; somebody else publishes it`,
      mode: 'write',
      body: Type.Object({ ...named, version: draftVersion, note: Type.Optional(note) }, closed),
      data: draftSchema(content),
      async handler(tx, context, { body }) {
        const asked = body as NamedBody & { readonly version: number; readonly note?: string }
        await setting.known?.(tx, asked.key, context)
        const input = { key: asked.key, version: asked.draftVersion, from: asked.version, note: asked.note ?? '' }
        return await restoreVersion(tx, context, setting, input)
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/publish`,
      right: rights.publish,
      summary: `Publish a draft of ${thing} as the next version; never by who worked on it`,
      mode: 'write',
      stepUp: true,
      body: Type.Object(named, closed),
      data: Type.Object({ version: Type.Integer() }),
      async handler(tx, context, { body }) {
        const asked = body as NamedBody
        await setting.known?.(tx, asked.key, context)
        return { version: await publishDraft(tx, context, setting, { key: asked.key, version: asked.draftVersion }) }
      },
    }),
    ...(setting.performDryRun ? [dryRun(setting, path, thing, key)] : []),
  ]
}

function dryRun<C>(setting: Setting<C>, path: string, thing: string, key: TSchema): Route {
  return defineRoute({
    method: 'POST',
    path: `${path}/performDryRun`,
    right: setting.rights.view,
    summary: `What publishing the draft of ${thing} would change`,
    mode: 'read',
    body: Type.Object({ key }, closed),
    data: Type.Unknown(),
    async handler(tx, context, { body }) {
      const asked = body as { readonly key: string }
      await setting.known?.(tx, asked.key, context)
      const draft = required(await tx.first(draftOf(setting.kind, asked.key)), twoPeopleErrors.noDraft())
      return await setting.performDryRun?.(tx, context, asked.key, draft.content as C)
    },
  })
}
