import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { addTexts, startTexts } from '#kernel/web/console/client/i18n.ts'
import type { CheckResult } from '#kernel/web/console/client/document-api.ts'
import { post } from '#kernel/web/console/client/api.ts'
import type { DocumentPageSpec } from '#kernel/web/console/document/page-spec.ts'
import type { PullArea } from '#kernel/web/console/phone/parts/PullArea.tsx'
import type { usePage as UsePage } from '#kernel/web/console/use-page.ts'
import type { FormSpec } from '#kernel/web/console/form/form-spec.ts'
import { fixedOptions, yearOptions } from '#kernel/web/console/form/options.ts'
import { SessionContext } from '#kernel/web/console/shell/session-context.ts'
import { TabContext } from '#kernel/web/console/shell/tabs/tab-context.ts'
import { sampleDocument } from '#kernel/testing/sample-document.ts'
import { sampleTexts } from './sample-texts.ts'

/** Only what an area would declare for this document type. */
const page: DocumentPageSpec = { definition: sampleDocument }
const form: FormSpec<CheckResult & { readonly free: string }> = {
  definition: sampleDocument,
  useOptions: ({ year = '' }) => ({
    fields: {
      site: fixedOptions([
        { value: 'S1', label: 'S1 / First site', sets: { currency: 'INR' } },
        { value: 'S2', label: 'S2 / Second site', sets: { currency: 'IDR' } },
      ]),
      store: fixedOptions([
        { value: 'A', label: 'A / Store of the first', of: { site: 'S1' } },
        { value: 'B', label: 'B / Store of the second', of: { site: 'S2' } },
      ]),
      centre: fixedOptions([{ value: 'C1|T1', label: 'T1 / Rebate' }]),
      year: yearOptions(year),
    },
    lines: { item: fixedOptions([{ value: 'I1', label: 'I1 / Phone' }]) },
  }),
  useStart: () => ({ header: { kind: 'loan', site: '', store: '', centre: '', year: '2026', currency: '', note: '' } }),
  check: (input, options) => post('/aps/sample/loan/check', input, options),
  limits: ({ free }, { lines }) => [
    { field: 'site', label: 'Free', available: free, currency: 'INR', isTakenFrom: true },
    ...lines.map((_, row) => {
      const others = lines.reduce((sum, line, at) => (at === row ? sum : sum + Number(line['amount'] ?? 0)), 0)
      return { field: 'amount', row, label: 'Of this item', available: `${Number(free) - others}.00`, currency: 'INR' }
    }),
  ],
}

const session = {
  menus: [],
  superAdmin: true,
  user: { id: '1', userName: 'Channel Manager', userAccount: 'in.channel', timezone: 'UTC+05:30' },
}

const tab = {
  key: 'kit',
  setTitle: () => undefined,
  setUnsaved: () => undefined,
  close: () => undefined,
  closeOnLeave: () => undefined,
}

/** The styles that the frame loads for all pages of a width. */
async function loadStyles(path: string): Promise<void> {
  if (path.startsWith('/sample/mobile')) {
    await import('#kernel/web/console/phone/tokens.css')
    await import('#kernel/web/console/phone/base.css')
    await import('#kernel/web/console/phone/page.css')
  } else await import('#kernel/web/ui/ui.css')
}

/** A tall page that counts how often pulling it down has read it again. */
function Pulled({ Area }: { readonly Area: typeof PullArea }) {
  const [reads, setReads] = useState(0)
  return (
    <Area
      isDisabled={false}
      onRefresh={async () => {
        await post('/aps/sample/pull', {}, { handles: true })
        setReads((before) => before + 1)
      }}
    >
      <p style={{ height: '300vh' }}>Reads: {reads}</p>
    </Area>
  )
}

const Arrived = () => <h1>Arrived</h1>

/** Renders a page after its component was requested and before the effects of that rendering run. */
function Late({ usePage }: { readonly usePage: typeof UsePage }) {
  const [page] = useState(() => {
    let times = 0
    return {
      get component() {
        times += 1
        return times === 1 ? undefined : Arrived
      },
      done: Promise.resolve(),
    }
  })
  const component = usePage(page)
  return component ? createElement(component) : null
}

async function pageOf(path: string): Promise<ReactNode> {
  switch (path) {
    case '/sample/pc':
      return createElement((await import('#kernel/web/console/document/DocumentPage.tsx')).DocumentPage, { spec: page })
    case '/sample/apply':
      return createElement((await import('#kernel/web/console/form/DocumentForm.tsx')).DocumentForm, { spec: form })
    case '/sample/late':
      return createElement(Late, { usePage: (await import('#kernel/web/console/use-page.ts')).usePage })
    case '/sample/mobile/pull':
      return createElement(Pulled, { Area: (await import('#kernel/web/console/phone/parts/PullArea.tsx')).PullArea })
    case '/sample/mobile':
      return createElement((await import('#kernel/web/console/phone/document/PhonePage.tsx')).PhonePage, { spec: page })
    default:
      return createElement((await import('#kernel/web/console/phone/form/PhoneForm.tsx')).PhoneForm, { spec: form })
  }
}

await startTexts('en')
await loadStyles(location.pathname)
addTexts('sample', sampleTexts)
createRoot(document.querySelector('#root') ?? document.body).render(
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    <SessionContext value={session}>
      <TabContext value={tab}>
        <BrowserRouter>{await pageOf(location.pathname)}</BrowserRouter>
      </TabContext>
    </SessionContext>
  </QueryClientProvider>,
)
