import { lock } from '#areas/budget/budget.facade.ts'
import { prepared } from '#kernel/db/statement.ts'
import { bindDocument, type FactRequest } from '#kernel/document/server-document.ts'
import { amountText } from '#kernel/money/money.ts'
import { partColumns } from '../scheme-parts.rules.ts'
import { type SchemeTerminal, schemeTerminal, type SchemeTerminalLine } from '../scheme-terminal.doc.ts'
import {
  checkSchemeTerminal,
  endedLines,
  endingColumns,
  endingsOf,
  locksOfEnding,
  type SchemeTerminalFacts,
  stepsOf,
  totalsOf,
} from '../scheme-terminal.rules.ts'
import { letGo, schemeFacts, schemeHolds, settle, storedLines } from './scheme-child.ts'
import { financePush } from './scheme-effects.ts'
import { lastClaimOf } from './scheme-claims.ts'
import { schemeNames, titledSchemes } from './scheme-names.ts'
import { readRunning, runningOf } from './scheme-running.ts'

interface AllFacts extends SchemeTerminalFacts {
  readonly lines: readonly SchemeTerminalLine[]
}

type Request = Pick<FactRequest<SchemeTerminal>, 'content' | 'documentId'>

/** It is over: nothing new begins, and what was kept may be claimed until its deadline. */
const end = prepared(
  'scheme.end',
  `update scheme s set state = 'terminated', end_date = least(s.end_date, greatest(s.start_date, d.termination_date)), updated_at = d.updated_at
   from scheme_terminal d where d.id = $1 and s.no = d.scheme_no`,
)

export const schemeTerminalDocument = bindDocument<SchemeTerminal, AllFacts>({
  definition: schemeTerminal,
  load: {
    facts: {
      ...schemeFacts<SchemeTerminal>(schemeTerminal),
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
      lines: storedLines(schemeTerminal),
    },
    holds: schemeHolds(schemeTerminal),
    scopeOf: ({ scheme }) => scheme?.scopeId ?? null,
    organisationOf: ({ header }) => header.idcCode,
  },
  validate: {
    check: checkSchemeTerminal,
  },
  derive: {
    lines: endedLines,
    computed: ({ lines }, facts) => {
      if (!facts.occupations) return {}
      const { released, kept } = totalsOf(endingsOf(lines, facts))
      return {
        schemeType: facts.scheme?.schemeType ?? null,
        totalAmount: amountText(released),
        keptAmount: amountText(kept),
      }
    },
    computedLines: ({ lines }, facts) => {
      if (!facts.occupations) return lines.map(() => ({}))
      const endings = new Map(endingsOf(lines, facts).map((ending) => [ending.fundingNo, ending]))
      return lines.map(({ fundingNo }) => {
        const ending = endings.get(fundingNo)
        return ending ? { ...partColumns(ending.part), ...endingColumns(ending) } : {}
      })
    },
    variables: (_content, computed) => ({ schemeType: computed['schemeType'] ?? '' }),
  },
  present: {
    names: schemeNames.of(schemeTerminal),
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
      reject: letGo('reject'),
      return: letGo('return'),
      terminate: letGo('terminate'),
      withdraw: letGo('withdraw'),
    },
    effects: { financePush },
  },
})
