import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import { lock } from '#areas/budget/budget.facade.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { bindDocument, type FactRequest } from '#kernel/engine/document/server-document.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { partColumns } from '../shared/funding-lines.rules.ts'
import { type SchemeTermination, schemeTermination, type SchemeTerminationLine } from './scheme-termination.doc.ts'
import {
  checkSchemeTermination,
  endedLines,
  endingColumns,
  endingsOf,
  locksOfEnding,
  type SchemeTerminationFacts,
  stepsOf,
  totalsOf,
} from './scheme-termination.rules.ts'
import { release, schemeFacts, schemeLocks, settle, storedLines } from '../shared/scheme-child.server.ts'
import { financePush } from '../shared/scheme-effects.server.ts'
import { lastClaimOf } from '../execution/scheme-claims.server.ts'
import { schemeNames, titledSchemes } from '../drafts-and-names/scheme-names.server.ts'
import { readRunning, runningOf } from '../life/scheme-running.server.ts'
import { partFacts } from '../decision/decision-facts.server.ts'
import { terminationLimits } from '../decision/line-limits.server.ts'
import { serveScheme } from '../shared/scheme-routes.server.ts'

interface AllFacts extends SchemeTerminationFacts {
  readonly lines: readonly SchemeTerminationLine[]
}

type Request = Pick<FactRequest<SchemeTermination>, 'content' | 'documentId'>

/** Ends the scheme of an approved termination: it takes no new documents, and kept amounts may be claimed until its deadline. */
const end = prepared(
  'scheme.end',
  `update scheme s set state = 'terminated', end_date = least(s.end_date, greatest(s.start_date, d.termination_date)), updated_at = d.updated_at
   from scheme_termination d where d.id = $1 and s.no = d.scheme_no`,
)

export const schemeTerminationDocument = bindDocument<SchemeTermination, AllFacts>({
  definition: schemeTermination,
  load: {
    facts: {
      ...schemeFacts<SchemeTermination>(schemeTermination),
      running: {
        actions: ['submit'],
        sight: { accompanies: 'scheme' },
        statement: ({ content, documentId }: Request) => runningOf(content?.header.schemeNo ?? null, documentId),
        read: readRunning,
      },
      lastClaim: {
        actions: ['submit'],
        sight: { accompanies: 'scheme' },
        statement: ({ content }: Request) => lastClaimOf(content?.header.schemeNo ?? null),
        read: ([row]: readonly { readonly day: string | null }[]) => row?.day ?? null,
      },
      lines: storedLines(schemeTermination),
    },
    locks: schemeLocks(schemeTermination),
    scopeOf: ({ scheme }) => scheme?.scopeId ?? null,
    organisationOf: ({ header }) => header.idcCode,
  },
  validate: {
    check: checkSchemeTermination,
  },
  derive: {
    lines: endedLines,
    computed: ({ lines }, facts) => {
      if (!facts.encumbrances) return {}
      const { released, kept } = totalsOf(endingsOf(lines, facts))
      return {
        schemeType: facts.scheme?.schemeType ?? null,
        totalAmount: amountText(released),
        keptAmount: amountText(kept),
      }
    },
    computedLines: ({ lines }, facts) => {
      if (!facts.encumbrances) return lines.map(() => ({}))
      const endings = new Map(endingsOf(lines, facts).map((ending) => [ending.fundingNo, ending]))
      return lines.map(({ fundingNo }) => {
        const ending = endings.get(fundingNo)
        return ending ? { ...partColumns(ending.part), ...endingColumns(ending) } : {}
      })
    },
    variables: (_content, computed) => ({ schemeType: computed['schemeType'] ?? '' }),
  },
  present: {
    names: schemeNames.of(schemeTermination),
    titled: titledSchemes,
    taskFacts: ['disposition', 'terminationDate'],
  },
  post: {
    plans: {
      submit: ({ id, round, content }, facts) => {
        if (!content) throw new Error('a submit without content')
        return lock({ id, round }, locksOfEnding(endingsOf(content.lines, facts)))
      },
      approve: ({ id, round }, facts) => {
        if (!facts.scheme) throw new Error('an approval without its scheme')
        return settle({ id, round }, stepsOf(endingsOf(facts.lines, facts)), facts.scheme.id, [end(id)])
      },
      ...releasePlans(release),
    },
    effects: { financePush },
  },
})

export const served = serveScheme({
  document: schemeTerminationDocument,
  facts: partFacts('cmt', 'acr'),
  propose: terminationLimits,
})
