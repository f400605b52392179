import { machineTime } from '#kernel/base/clock/clock.ts'
/** A browser without pages: it keeps cookies by path like a real one, and follows no redirect by itself. */
export class Browser {
  private readonly cookies = new Map<string, { readonly value: string; readonly path: string }>()
  private readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  async visit(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.origin)
    const headers = new Headers(init.headers)
    const cookie = [...this.cookies]
      .filter(
        ([, { path }]) => url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`),
      )
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
    if (cookie.length > 0) headers.set('cookie', cookie.join('; '))
    headers.set('accept', headers.get('accept') ?? 'text/html')
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) this.keep(line)
    return response
  }

  /** Follows redirects within the origin until a page comes, or an address with a ticket. */
  async follow(
    address: string,
    init: RequestInit = {},
  ): Promise<{ readonly address: string; readonly response: Response }> {
    let current = { address, response: await this.visit(address, init) }
    for (let count = 0; count < 10; count += 1) {
      const location = current.response.headers.get('location')
      if (location === null) return current
      const next = new URL(location, new URL(current.address, this.origin)).href
      if (new URL(next).searchParams.has('token')) return { address: next, response: current.response }
      current = { address: next, response: await this.visit(next) }
    }
    throw new Error(`redirected in circles at ${current.address}`)
  }

  submit(address: string, fields: Readonly<Record<string, string>>) {
    return this.follow(address, { method: 'POST', body: new URLSearchParams(fields) })
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', ...value] = pair.split('=')
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/'
    const expires = attributes.find((each) => /^expires=/i.test(each))?.slice(8)
    if (value.join('=') === '' || (expires && Date.parse(expires) < machineTime()))
      this.cookies.delete(`${name} ${path}`)
    else this.cookies.set(`${name} ${path}`, { value: value.join('='), path })
  }
}

export interface SignedIn {
  readonly token: string
  readonly csrfToken: string
  readonly kind: string
  readonly user: { readonly id: string; readonly userName: string; readonly userAccount: string }
}

/** Signs in as a person does, through the provider's page, and returns the final address with the ticket. */
export async function signInByPage(browser: Browser, account: string, password = 'demo', returnTo = '/index') {
  const page = await browser.follow(`/api/v1/auth/authorize?returnTo=${encodeURIComponent(returnTo)}`)
  if (new URL(page.address, 'http://localhost').searchParams.has('token')) return page
  return browser.submit(page.address, { account, password })
}

/** Signs in afresh although the provider remembers the person: returns the ticket of a step-up. */
export async function signInAfresh(browser: Browser, account: string, password = 'demo') {
  const page = await browser.follow('/api/v1/auth/authorize?fresh=1&returnTo=/index')
  if (new URL(page.address, 'http://localhost').searchParams.has('token')) return page
  return browser.submit(page.address, { account, password })
}

export function ticketOf(address: string): string {
  return new URL(address).searchParams.get('token') ?? ''
}

export interface Call {
  readonly method?: 'GET' | 'POST'
  readonly body?: unknown
  readonly session?: Pick<SignedIn, 'token' | 'csrfToken'>
  readonly language?: 'zh' | 'en'
  readonly headers?: Readonly<Record<string, string>>
}

/** One call of the API; returns status and envelope. */
export async function call<T>(origin: string, path: string, options: Call = {}): Promise<{ status: number; body: T }> {
  const { session } = options
  const method = options.method ?? (options.body === undefined ? 'GET' : 'POST')
  const response = await fetch(origin + path, {
    method,
    headers: {
      'x-language': options.language ?? 'en',
      ...(session ? { authorization: `Bearer ${session.token}`, 'x-csrf-token': session.csrfToken } : {}),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined
      ? {}
      : { body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }),
  })
  return { status: response.status, body: (await response.json()) as T }
}

/** A session of the account, through the whole sign-in. */
export async function signIn(origin: string, account: string): Promise<SignedIn> {
  const { address } = await signInByPage(new Browser(origin), account)
  const { status, body } = await call<{ data: SignedIn }>(origin, '/api/v1/auth/exchange', {
    body: { ticket: ticketOf(address) },
  })
  if (status !== 200) throw new Error(`signing in as ${account} answered ${status}`)
  return body.data
}
