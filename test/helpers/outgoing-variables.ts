import type { Settings } from '#kernel/base/config/config.ts'

// The environment variables of what is sent to other systems, for variables.test.ts.

export const OWN = { DATABASE_URL: 'postgres://db/app' }
export const SECRET = 'a-secret-of-letters'
const PUSH = { FINANCE_PUSH_URL: 'https://finance.example.org/in', FINANCE_PUSH_SECRET: SECRET }
const CENTRES = { DATA_CENTRE_PUSH_URLS: 'IN=https://in.example.org/prices', DATA_CENTRE_PUSH_SECRETS: `IN=${SECRET}` }
const RESERVE = { FINANCE_RESERVE_URL: 'https://finance.example.org/hold', FINANCE_RESERVE_SECRET: SECRET }

export interface Variable {
  readonly name: string
  readonly value: string
  /** Other variables that are set together with it, both for the default and for the value. */
  readonly beside?: Readonly<Record<string, string>>
  readonly reads: (settings: Settings) => unknown
  /** Value when the variable is not set. */
  readonly before: unknown
  readonly after: unknown
}

export const OUTGOING_VARIABLES: readonly Variable[] = [
  {
    name: 'FINANCE_PUSH_URL',
    value: 'https://finance.example.org/other',
    beside: { ...OWN, ...PUSH },
    reads: (s) => s.financePush?.url,
    before: PUSH.FINANCE_PUSH_URL,
    after: 'https://finance.example.org/other',
  },
  {
    name: 'FINANCE_PUSH_SECRET',
    value: 'another-secret-17',
    beside: PUSH,
    reads: (s) => s.financePush?.secret,
    before: SECRET,
    after: 'another-secret-17',
  },
  {
    name: 'FINANCE_PUSH_TIMEOUT_SECONDS',
    value: '3',
    beside: PUSH,
    reads: (s) => s.financePush?.timeoutSeconds,
    before: 10,
    after: 3,
  },
  {
    name: 'DATA_CENTRE_PUSH_URLS',
    value: 'IN=https://in.example.org/other EU=https://eu.example.org/prices',
    beside: {
      ...OWN,
      ...CENTRES,
      DATA_CENTRE_PUSH_SECRETS: `IN=${SECRET} EU=${SECRET}`,
      DATA_CENTRE_PUSH_URLS: 'IN=https://in.example.org/prices EU=https://eu.example.org/prices',
    },
    reads: (s) => [...s.dataCentrePush].map(([code, { url }]) => `${code} ${url}`),
    before: ['IN https://in.example.org/prices', 'EU https://eu.example.org/prices'],
    after: ['IN https://in.example.org/other', 'EU https://eu.example.org/prices'],
  },
  {
    name: 'DATA_CENTRE_PUSH_SECRETS',
    value: `IN=another-secret-17,${SECRET}`,
    beside: { ...OWN, ...CENTRES },
    reads: (s) => s.dataCentrePush.get('IN')?.secret,
    before: SECRET,
    after: `another-secret-17 ${SECRET}`,
  },
  {
    name: 'DATA_CENTRE_PUSH_TIMEOUT_SECONDS',
    value: '3',
    beside: { ...OWN, ...CENTRES },
    reads: (s) => s.dataCentrePush.get('IN')?.timeoutSeconds,
    before: 10,
    after: 3,
  },
  {
    name: 'FINANCE_RESERVE_URL',
    value: 'https://finance.example.org/other',
    beside: RESERVE,
    reads: (s) => s.financeReserve?.url,
    before: RESERVE.FINANCE_RESERVE_URL,
    after: 'https://finance.example.org/other',
  },
  {
    name: 'FINANCE_RESERVE_SECRET',
    value: 'another-secret-17',
    beside: RESERVE,
    reads: (s) => s.financeReserve?.secret,
    before: SECRET,
    after: 'another-secret-17',
  },
  {
    name: 'FINANCE_RESERVE_TIMEOUT_SECONDS',
    value: '3',
    beside: RESERVE,
    reads: (s) => s.financeReserve?.timeoutSeconds,
    before: 10,
    after: 3,
  },
  {
    name: 'FINANCE_RESERVE_DEADLINE_MINUTES',
    value: '3',
    beside: RESERVE,
    reads: (s) => s.financeReserve?.deadlineMinutes,
    before: 30,
    after: 3,
  },
  {
    name: 'FINANCE_RESERVE_ORGANISATIONS',
    value: 'IN, ID',
    beside: RESERVE,
    reads: (s) => s.financeReserve?.organisations,
    before: null,
    after: new Set(['IN', 'ID']),
  },
]
