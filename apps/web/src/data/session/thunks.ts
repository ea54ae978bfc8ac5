import { createAsyncThunk, type Dispatch } from '@reduxjs/toolkit'
import { stripLocale } from '@x/locale'
import { isRequestError } from '@x/request'
import { resetApiState } from '../store/injectApiSlice.ts'
import type { DataServices } from '../store/dataServices.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { cookieUser, referenceOf } from './sessionReference.ts'
import { isSessionOver } from './sessionVerdict.ts'
import {
  sessionRead,
  userReplaced,
  sessionStarted,
  sessionExpired,
  sessionEnded,
  logoutFailed,
  type SessionState,
  sessionUnreachable,
} from '../store/slice.ts'
import { parseUserInfo, type Realm, type UserInfo } from '../store/userInfo.ts'

interface ThunkTypes {
  extra: DataServices
  state: { readonly session: SessionState }
}

export type EndReason = 'session-expired' | 'signature-invalid' | 'key-missing'
/**
 * `unheard`: the server does not know of it, the session lives on. `not-ours`: what ended is a
 * session that the browser has left already.
 */
export type EndOutcome = 'ended' | 'unreachable' | 'not-ours'

const REALM_MISMATCH = '40901'

/**
 * Who the session belongs to. The call is private, so it must name the realm it believes in (wire
 * protocol 1b).
 */
const fetchUserInfo = ({ client }: DataServices, realm: Realm): Promise<UserInfo> =>
  client.get('/user/overview/userinfo', {
    parse: parseUserInfo,
    headers: { 'x-realm': realm },
    onSessionExpired: 'reject-silent',
    silent: true,
  })

/**
 * The realm that is believed in is asked first; another tab may have changed the session since,
 * then the other one is right.
 */
async function findUser(services: DataServices, believed: Realm): Promise<UserInfo> {
  try {
    return await fetchUserInfo(services, believed)
  } catch (error) {
    if (!isRequestError(error) || error.code !== REALM_MISMATCH) throw error
    return fetchUserInfo(services, believed === 'live' ? 'paper' : 'live')
  }
}

/** What was said and cached for one user is nobody else's. */
function clearPrivateState({
  dispatch,
  extra,
}: {
  readonly dispatch: Dispatch
  readonly extra: DataServices
}): void {
  dispatch(resetApiState())
  extra.dialogs.closeAll()
  extra.log.clear()
}

/**
 * Asks the server who this is, and believes nothing else: neither the screen (docs/adr/sessions.md)
 * nor silence (docs/adr/sessions.md). Without the readable token reference there is nobody to ask
 * for.
 */
export const restoreSession = createAsyncThunk<void, { realm: Realm } | undefined, ThunkTypes>(
  'session/restore',
  async (hint, { dispatch, extra, getState }) => {
    const { cookies, preferences, simulation, toasts, translatePage } = extra
    const reference = referenceOf(cookies)
    const { user: shown, status } = getState().session
    const expire = (): void => {
      if (getState().session.user) clearPrivateState({ dispatch, extra })
      simulation.clear()
      preferences.set({ loggedIn: false })
      dispatch(sessionExpired({ reference }))
    }
    if (shown && shown.userId !== cookieUser(cookies)) {
      dispatch(userReplaced())
      clearPrivateState({ dispatch, extra })
    }
    dispatch(sessionRead({ reference }))
    if (reference === '') {
      if (getState().session.former !== undefined) {
        simulation.clear()
        void inform(toasts, translatePage('session.leftElsewhere'))
      }
      if (preferences.getState().loggedIn) preferences.set({ loggedIn: false })
      return void dispatch(sessionEnded({ reference }))
    }
    try {
      const user = await findUser(
        extra,
        hint?.realm ?? (simulation.getState() === 'on' ? 'paper' : 'live'),
      )
      // The cookies changed while the question was under way: the answer is about somebody who has
      // gone.
      if (referenceOf(cookies) !== reference) return void (await dispatch(restoreSession()))
      // Cookies that contradict each other stay so however often one asks: only a new log-in sets
      // both.
      if (user.userId !== cookieUser(cookies)) return expire()
      const { user: before, former, entering } = getState().session
      // One realm's orders must not stand under the other's name.
      if (before && before.realm !== user.realm) clearPrivateState({ dispatch, extra })
      dispatch(sessionStarted({ user, reference }))
      // A tab that shows the other realm may hear of the session before it hears of the flag; the
      // outcome is the same (spec 4.2). The tab that makes the change may hear of it twice, and
      // must not be loaded anew in the middle of it.
      if (!hint && before && before.realm !== user.realm && entering !== user.realm)
        simulation.applyServerFlag(user.realm === 'paper')
      else applyRealm(extra, user.realm)
      preferences.set({ loggedIn: true })
      const name = nameOf(user)
      // A change that the user made on this page needs no notice.
      if (!hint && former !== undefined && former !== user.userId)
        void inform(toasts, translatePage('session.otherUser', { name }))
      // Nobody logged in here: a page that moves on by itself says why.
      else if (!hint && (status === 'guest' || status === 'expired'))
        void inform(toasts, translatePage('session.joined', { name }))
    } catch (error) {
      if (!isSessionOver(error)) return void dispatch(sessionUnreachable())
      expire()
    }
  },
)

/** Nothing is said where the text cannot be had: what changed is on the screen. */
async function inform(
  toasts: DataServices['toasts'],
  loading: Promise<string | undefined>,
): Promise<void> {
  const text = await loading
  if (text !== undefined) toasts.info(text)
}

/**
 * The server's word on the realm outweighs the flag: a screen must never look like paper and trade
 * live, nor the other way round.
 */
function applyRealm({ simulation, location, storage }: DataServices, realm: Realm): void {
  const isFlagged = simulation.getState() === 'on'
  const page = stripLocale(location.path())
  if (realm === 'live' && isFlagged) {
    storage.set(STORAGE_KEYS.paperPage, page)
    simulation.clear()
  }
  if (realm === 'paper' && !isFlagged) {
    // Where paper mode has no such page, what was shown last: its page, or at least the pair.
    const pair = storage.get(STORAGE_KEYS.selectedCoin) ?? 'BTCUSDT'
    const last = storage.get(STORAGE_KEYS.paperPage) ?? `/spot/${pair}`
    simulation.enable(simulation.guard(page, { state: 'on' }) === undefined ? page : last)
  }
}

/** After a log-in or a change of realm: the cookies are new, the other tabs hear of it. */
export const enterSession = createAsyncThunk<void, { realm: Realm }, ThunkTypes>(
  'session/enter',
  async (hint, { dispatch, extra }) => {
    const { cookies, log, translatePage, translate, toasts } = extra
    notifyOtherTabs(extra)
    // The server has let somebody in, and the browser has kept nothing of it: the next request
    // would be a guest's.
    if (referenceOf(cookies) === '') {
      const text = (await translatePage('session.noCookies')) ?? translate('error.other')
      toasts.error(text)
      log.add({ kind: 'error', text })
    }
    await dispatch(restoreSession(hint))
  },
)

/**
 * Leaves once the server has ended the session, or was the one that did. A session that lives on is
 * not shown as a guest's (docs/adr/sessions.md).
 */
export const endSession = createAsyncThunk<
  EndOutcome,
  { reason: EndReason } | undefined,
  ThunkTypes
>('session/end', async (cause, { dispatch, extra, getState }) => {
  if (!cause && !(await logOutOnServer(extra))) {
    dispatch(logoutFailed())
    return 'unreachable'
  }
  // A late answer about a session that another log-in has replaced ends nobody's.
  if (cause && referenceOf(extra.cookies) !== getState().session.reference) {
    await dispatch(restoreSession())
    return 'not-ours'
  }
  await extra.sign.forgetSession()
  extra.simulation.clear()
  extra.preferences.set({ loggedIn: false })
  clearPrivateState({ dispatch, extra })
  const reference = referenceOf(extra.cookies)
  dispatch(cause ? sessionExpired({ reference }) : sessionEnded({ reference }))
  notifyOtherTabs(extra)
  return 'ended'
})

/** Whether the session is over now. */
async function logOutOnServer({ client }: DataServices): Promise<boolean> {
  try {
    await client.post('/user/logout', { silent: true, onSessionExpired: 'reject-silent' })
    return true
  } catch (error) {
    return isSessionOver(error)
  }
}

/**
 * Other tabs cannot see a cookie change; a change of the storage they can. What is written means
 * nothing.
 */
function notifyOtherTabs({ random, storage }: DataServices): void {
  storage.set(STORAGE_KEYS.session, random.bytes(8).join('.'))
}

/** As the server masks it. */
export function nameOf({ email, mobile, userId }: UserInfo): string {
  return email ?? mobile ?? userId
}
