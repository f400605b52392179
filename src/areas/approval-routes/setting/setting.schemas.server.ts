import Type, { type Static } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import type { TemplateStep, Who } from '#kernel/engine/approval/approval-route.ts'
import type { BandsContent, RatesContent, TemplateContent } from '../approval-routes-wire.ts'

// Schemas of drafts. They are loose on purpose: a draft may be unfinished, and its problems are shown beside it.

export const templateCode = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' })
export const bandsKey = Type.Literal('bands')
export const yearKey = Type.String({ pattern: '^20[0-9]{2}$' })
const closed = { additionalProperties: false }
const short = Type.String({ maxLength: 80 })
const languages = Type.Object({ zh: Type.String({ maxLength: 400 }), en: Type.String({ maxLength: 400 }) }, closed)

const who = Type.Object(
  {
    role: Type.Optional(short),
    of: Type.Optional(short),
    account: Type.Optional(short),
    head: Type.Optional(Type.Union([Type.Literal('document'), Type.Literal('drafter')])),
    chosenBy: Type.Optional(Type.Union([Type.Literal('drafter'), Type.Literal('previous')])),
    computed: Type.Optional(short),
  },
  closed,
)
const hours = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })

const step = Type.Object(
  {
    key: short,
    name: languages,
    rule: Type.Optional(languages),
    who,
    mode: Type.Union([Type.Literal('any'), Type.Literal('all'), Type.Literal('sequential'), Type.Literal('share')]),
    share: Type.Optional(Type.Integer({ minimum: -1_000, maximum: 1_000 })),
    when: Type.Optional(Type.String({ maxLength: 500 })),
    empty: Type.Optional(Type.Union([Type.Literal('up'), Type.Literal('administrator'), Type.Literal('refuse')])),
    group: Type.Optional(short),
    remindAfterHours: Type.Optional(hours),
    escalateAfterHours: Type.Optional(hours),
    keep: Type.Optional(Type.Union([Type.Literal(true), Type.Array(short, { maxItems: 40 })])),
    cc: Type.Optional(Type.Array(who, { maxItems: 10 })),
  },
  closed,
)

export const templateContent = Type.Object(
  {
    name: languages,
    process: Type.Union([Type.Literal('old'), Type.Literal('new')]),
    steps: Type.Array(step, { maxItems: 40 }),
  },
  closed,
)

export const bandsContent = Type.Object(
  {
    currency: Type.String({ maxLength: 3 }),
    bands: Type.Array(
      Type.Object(
        {
          code: Type.String({ maxLength: 12 }),
          upTo: nullable(Type.String({ maxLength: 24 })),
          levels: Type.Array(short, { maxItems: 20 }),
          raisedWhen: Type.Optional(Type.String({ maxLength: 500 })),
        },
        closed,
      ),
      { maxItems: 20 },
    ),
  },
  closed,
)

export const ratesContent = Type.Object(
  {
    base: Type.String({ maxLength: 3 }),
    rates: Type.Array(
      Type.Object({ currency: Type.String({ maxLength: 3 }), units: Type.String({ maxLength: 24 }) }, closed),
      { maxItems: 300 },
    ),
  },
  closed,
)

/** Normalises the input: trims spaces, drops texts that are empty in both languages, and empty lists. */
export function tidyTemplate({ name, process, steps }: Static<typeof templateContent>): TemplateContent {
  return { name: trimmed(name), process, steps: steps.map(tidyStep) }
}

function tidyStep(step: Static<typeof templateContent>['steps'][number]): TemplateStep {
  const { rule, when, group, keep, cc, empty, share, ...rest } = step
  const ruleText = rule ? trimmed(rule) : null
  return {
    ...rest,
    name: trimmed(step.name),
    who: tidyWho(step.who),
    ...(ruleText && (ruleText.zh !== '' || ruleText.en !== '') ? { rule: ruleText } : {}),
    ...(when === undefined || when.trim() === '' ? {} : { when: when.trim() }),
    ...(group === undefined || group.trim() === '' ? {} : { group: group.trim() }),
    ...(keep === undefined || (keep !== true && keep.length === 0) ? {} : { keep }),
    ...(cc === undefined || cc.length === 0 ? {} : { cc: cc.map(tidyWho) }),
    // Default values are not stored.
    ...(empty === undefined || empty === 'up' ? {} : { empty }),
    ...(step.mode === 'share' && share !== undefined ? { share } : {}),
  }
}

/** One kind of `who`: of several sent, the first in this order. */
function tidyWho(who: Static<typeof templateContent>['steps'][number]['who']): Who {
  if (who.account !== undefined) return { account: who.account.trim() }
  if (who.computed !== undefined) return { computed: who.computed }
  if (who.head !== undefined) return { head: who.head }
  if (who.chosenBy !== undefined) return { chosenBy: who.chosenBy, ...(who.role ? { role: who.role } : {}) }
  const role = who.role ?? ''
  return who.of === undefined || who.of === '' || who.of === 'document' ? { role } : { role, of: who.of }
}

const trimmed = ({ zh, en }: { readonly zh: string; readonly en: string }) => ({ zh: zh.trim(), en: en.trim() })

export function tidyBands({ currency, bands }: Static<typeof bandsContent>): BandsContent {
  return {
    currency: currency.trim().toUpperCase(),
    bands: bands.map(({ code, upTo, levels, raisedWhen }) => ({
      code: code.trim(),
      upTo: upTo === null ? null : upTo.trim(),
      levels: [...new Set(levels)],
      ...(raisedWhen === undefined || raisedWhen.trim() === '' ? {} : { raisedWhen: raisedWhen.trim() }),
    })),
  }
}

export function tidyRates({ base, rates }: Static<typeof ratesContent>): RatesContent {
  const read = rates.map(({ currency, units }) => ({ currency: currency.trim().toUpperCase(), units: units.trim() }))
  return { base: base.trim().toUpperCase(), rates: read.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)) }
}
