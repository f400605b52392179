import { learnTime } from '#kernel/base/clock/clock.ts'
import { ApiError, get, post, setSessionEndHandler } from '../api.ts'
import { pageText, preloadTexts, startTexts, takeWritten } from '../i18n.ts'
import { showOverlay } from './session-end.ts'
import { openKeptLink, takeTicket } from '../share-link.ts'
import { watchStepUp } from './step-up.ts'
import { addressWithoutTicket } from '../ticket-address.ts'
import { currentLanguage, storage, storeLanguage, type MenuItem } from '../storage.ts'
import { setHomeZone } from '#kernel/web/ui/time.ts'
import { hasUnsaved, letInputGo, reloadKeepingInput } from '../unsaved.ts'
import { OWN_SESSION, stopViewing, takeBackOwn } from './view-as.ts'
import type { Language } from '#kernel/base/i18n/language.ts'

export interface SessionUser {
  readonly id: string
  readonly userName: string
  readonly userAccount: string
  /** Time zone of their organisation: `UTC+05:30`. */
  readonly timezone: string
  /** The viewer, where this session views as another person. */
  readonly viewer?: { readonly userAccount: string; readonly userName: string }
}

interface ToldUser extends SessionUser {
  /** The server's time when it answered. */
  readonly now: string
}

/** The menu and rights of the signed-in person. Buttons are loaded page by page. */
export interface Permissions {
  readonly menus: readonly MenuItem[]
  /** Where addresses lead to, if that is more than what is listed: after a link of the team chat. */
  readonly routes?: readonly MenuItem[]
  readonly superAdmin: boolean
  readonly user: SessionUser
}

export type SessionStart =
  | { readonly kind: 'ready'; readonly permissions: Permissions }
  /** The browser is on its way to the sign-in page. */
  | { readonly kind: 'leaving' }
  /** Signing in failed; `leavingSoon` where a redirect to sign-in is already under way. */
  | {
      readonly kind: 'failed'
      readonly message: string
      readonly leavingSoon: boolean
      readonly isServerFault?: boolean
      /** Only an answer of 500 and more says that the server is faulty, not a refusal or no network. */
      readonly title: 'errorPage.server' | 'errorPage.crash' | 'signIn.title'
    }

interface Exchange {
  readonly token: string
  readonly csrfToken: string
  readonly kind: 'sso' | 'chat'
  readonly user: ToldUser
  readonly language: Language | null
}

interface Init {
  readonly menus: MenuItem[]
  readonly buttons: readonly { readonly code: string }[]
  readonly superAdmin: boolean
  readonly user: ToldUser
}

type BuiltInMenu = () => Promise<readonly MenuItem[]>

const OF_SIGN_IN = { handles: true, isSignIn: true } as const

/** More redirects to sign-in than this within the window are a loop. */
const LOOP_LIMIT = 3
const LOOP_WINDOW_MS = 20_000
const DEPARTURES = 'signInDepartures'

/**
 * The sign-in flow of spec section 4, run once before anything is drawn. A chat link uses `builtInMenu` in place of the permission call.
 */
export async function startSession(options: {
  readonly builtInMenu: BuiltInMenu
  /** Called when calls can be made as the person, while the permission call runs. */
  readonly whenSignedIn?: () => void
}): Promise<SessionStart> {
  const ticket = takeTicket()
  if (!ticket && !storage.token()) {
    if (leaveForSignIn()) return { kind: 'leaving' }
    await startTexts(currentLanguage())
    return { kind: 'failed', message: pageText('signIn.loop'), leavingSoon: false, title: 'signIn.title' }
  }
  preloadTexts()
  try {
    const fromExchange = ticket ? await exchangeTicket(ticket) : null
    await openKeptLink()
    const texts = startTexts(currentLanguage())
    // From here on the language is fixed, in which the page's calls are answered.
    options.whenSignedIn?.()
    const [permissions] = await Promise.all([
      loadPermissions(options.builtInMenu, fromExchange?.user ?? null),
      texts,
      get<Parameters<typeof takeWritten>[0]>('/aps/v1/texts', OF_SIGN_IN).then(takeWritten),
    ])
    if (ticket) removeTicketFromAddress()
    sessionStorage.removeItem(DEPARTURES)
    setHomeZone(permissions.user.timezone)
    takeOver(permissions.user.userAccount)
    watchSessionEnd(options.builtInMenu, permissions.user)
    watchStepUp({ account: permissions.user.userAccount, name: permissions.user.userName })
    return { kind: 'ready', permissions }
  } catch (cause) {
    // A session that ended while the person was away: straight to sign-in, without a message.
    if (!ticket && isUnauthorized(cause)) {
      if (takeBackOwn()) return { kind: 'leaving' }
      storage.clearSession()
      if (leaveForSignIn()) return { kind: 'leaving' }
    }
    return failedStart(cause)
  }
}

/**
 * Spec section 4: a 401 clears the session at once without a message. Where input would be lost a sign-in dialog covers
 * the page and failed calls continue afterwards; otherwise the page goes to sign-in with return state.
 */
function watchSessionEnd(builtInMenu: BuiltInMenu, user: SessionUser): void {
  let departure: Promise<never> | null = null
  let hasSignedOut = false
  const end = async (hasActUnderWay: boolean): Promise<void> => {
    if (farewell) return farewell
    // When a viewing session has ended, the viewer's own may still be valid.
    if (takeBackOwn()) return new Promise(() => undefined)
    storage.clearSession()
    const mayLeave = !hasSignedOut && !hasUnsaved() && !hasActUnderWay
    // Concurrent calls notice it together: the page redirects once, and pending calls end with it.
    if (!departure && mayLeave && leaveForSignIn()) departure = new Promise(() => undefined)
    if (departure) return departure
    await showOverlay({
      account: user.userAccount,
      name: user.userName,
      renew: (ticket) => renewSession(ticket, user.userAccount, builtInMenu),
    })
    hasSignedOut = false
  }
  setSessionEndHandler(end)
  signedOut.addEventListener('message', ({ data: account }: MessageEvent<string>) => {
    if (account !== user.userAccount || !storage.token()) return
    // Covered, and not redirected to sign-in: the provider may not have ended its session yet and would sign in again silently.
    hasSignedOut = true
    post('/api/v1/admin/logout', {}, OF_SIGN_IN).catch(() => undefined)
    // The call has removed the token: the page is covered whether or not the server answers.
    void end(false)
  })
}

/** Signing out in one window of a browser signs out all of them: another person may use it next. */
const signedOut = new BroadcastChannel('signed-out')

/** Signs in with the ticket of the sign-in window. For another account the page starts afresh, because the input is not theirs. */
async function renewSession(ticket: string, account: string, builtInMenu: BuiltInMenu): Promise<'same' | 'other'> {
  const { user } = await exchangeTicket(ticket)
  if (user.userAccount !== account) {
    letInputGo()
    takeOver(user.userAccount)
    return 'other'
  }
  await loadPermissions(builtInMenu, user)
  return 'same'
}

const OWNER = 'owner'
const OF_SESSION = ['token', 'csrfToken', 'csrfAt', 'menus', 'buttons', 'ttControl', OWN_SESSION]

/** No input stays in this window. */
function forgetInput(...kept: readonly string[]): void {
  const stays = new Set([...OF_SESSION, ...kept])
  for (const key of Object.keys(sessionStorage)) if (!stays.has(key)) sessionStorage.removeItem(key)
}

/** The window now belongs to this account; the previous one's data is removed. */
function takeOver(account: string): void {
  if (sessionStorage.getItem(OWNER) !== account) forgetInput()
  sessionStorage.setItem(OWNER, account)
}

/** Discards the input and goes to sign-in; the address stays. */
export function discardInput(): void {
  letInputGo()
  forgetInput()
  leaveForSignIn(true)
}

function isUnauthorized(cause: unknown): cause is ApiError {
  return cause instanceof ApiError && cause.status === 401
}

async function failedStart(cause: unknown): Promise<SessionStart> {
  await startTexts(currentLanguage())
  if (cause instanceof ApiError && cause.status !== 401) {
    const title = cause.status < 500 ? 'errorPage.crash' : 'errorPage.server'
    return { kind: 'failed', message: cause.message, leavingSoon: false, isServerFault: true, title }
  }
  if (!(cause instanceof ApiError)) throw cause
  storage.clearSession()
  removeTicketFromAddress()
  const message = cause.message || pageText('signIn.tokenFailed')
  const leavingSoon = !isLooping()
  if (leavingSoon) setTimeout(() => leaveForSignIn(), 3_000)
  return { kind: 'failed', message, leavingSoon, title: 'signIn.title' }
}

async function exchangeTicket(ticket: string): Promise<Exchange> {
  storage.clearSession()
  const exchange = await post<Exchange>('/api/v1/auth/exchange', { ticket }, OF_SIGN_IN)
  storage.setSession({
    token: exchange.token,
    csrfToken: exchange.csrfToken,
    chat: exchange.kind === 'chat',
    userName: exchange.user.userName,
  })
  if (exchange.language) storeLanguage(exchange.language)
  return exchange
}

async function loadPermissions(builtInMenu: BuiltInMenu, user: ToldUser | null): Promise<Permissions> {
  if (storage.isChat()) {
    const menus = await builtInMenu()
    storage.setMenus(menus)
    const current = user ?? (await get<ToldUser>('/api/v1/admin/user/current', OF_SIGN_IN))
    learnTime(current.now)
    return { menus, superAdmin: false, user: current }
  }
  const [init] = await Promise.all([
    get<Init>('/aps/v1/admin/init', { query: { reload: 'false', type: 'menu', code: '' }, ...OF_SIGN_IN }),
    get<unknown>('/aps/v1/admin/permission/upm/initialized', OF_SIGN_IN),
  ])
  learnTime(init.user.now)
  storage.setMenus(init.menus)
  storage.setUserName(init.user.userName)
  return { menus: init.menus, superAdmin: init.superAdmin, user: init.user }
}

/** What a person who came by a link of the team chat may open. */
export async function loadPermittedMenus(): Promise<readonly MenuItem[]> {
  return (await get<Init>('/aps/v1/admin/init', { handles: true })).menus
}

/** The codes of the buttons that the caller may use on a page, loaded for each page (spec section 6). */
export async function loadButtons(pageCode: string): Promise<readonly string[]> {
  const init = await get<Init>('/aps/v1/admin/init', { query: { reload: 'false', type: 'button', code: pageCode } })
  learnTime(init.user.now)
  const codes = init.buttons.map((button) => button.code)
  storage.setButtons(codes)
  return codes
}

/** Goes to single sign-on with the current address as return state. False where that would be a loop. */
export function leaveForSignIn(force = false): boolean {
  if (!force && isLooping()) return false
  sessionStorage.setItem(DEPARTURES, JSON.stringify([...recentDepartures(), Date.now()]))
  const returnTo = addressWithoutTicket()
  location.replace(`/api/v1/auth/authorize?returnTo=${encodeURIComponent(returnTo)}`)
  return true
}

/**
 * Pauses calls during sign-out: refused ones would redirect to a provider that has not ended its session yet and would
 * sign in again silently.
 */
let farewell: Promise<void> | null = null

/** Ends the session here and at the provider. Without a configured sign-out page the server refuses and nothing changes. */
export async function signOut(): Promise<void> {
  if (await stopViewing()) return
  const { promise, resolve } = Promise.withResolvers<void>()
  farewell = promise
  try {
    leaveFor(await post<{ logoutUrl: string }>('/api/v1/admin/logout', {}, { isSignIn: true }))
  } catch (cause) {
    farewell = null
    resolve()
    if (!isUnauthorized(cause)) throw cause
    storage.clearSession()
    leaveForSignIn(true)
  }
}

function leaveFor({ logoutUrl }: { readonly logoutUrl: string }): void {
  signedOut.postMessage(sessionStorage.getItem(OWNER) ?? '')
  letInputGo()
  storage.clearSession()
  // The same person gets their open pages back; input in them is not kept for the next person.
  forgetInput(OWNER, 'tabs', 'tabsOwner', 'tabsLanguage')
  location.assign(logoutUrl)
}

/** Stores the language on the account and reloads (spec section 2). The choice applies even if the account cannot be reached. */
export async function switchLanguage(language: Language): Promise<void> {
  storeLanguage(language)
  await post('/api/v1/admin/user/language', { language }).catch(() => undefined)
  await reloadKeepingInput()
}

function removeTicketFromAddress(): void {
  history.replaceState(history.state, '', addressWithoutTicket() + location.hash)
}

function recentDepartures(): number[] {
  const stored: unknown = JSON.parse(sessionStorage.getItem(DEPARTURES) ?? '[]')
  const times = Array.isArray(stored) ? (stored as number[]) : []
  return times.filter((time) => Date.now() - time < LOOP_WINDOW_MS)
}

function isLooping(): boolean {
  return recentDepartures().length >= LOOP_LIMIT
}
