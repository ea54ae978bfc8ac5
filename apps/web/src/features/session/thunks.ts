import { createAsyncThunk } from '@reduxjs/toolkit'
import { stripLocale } from '@x/locale'
import { isRequestError } from '@x/request'
import { api } from '../../api.ts'
import type { Services } from '../../services.ts'
import { entered, expired, left, type SessionState } from './slice.ts'
import { parseUserInfo, type Realm, type UserInfo } from './userInfo.ts'

interface ThunkTypes {
  extra: Services
  state: { readonly session: SessionState }
}

export type EndReason = 'session-expired' | 'signature-invalid' | 'key-missing'

const REALM_MISMATCH = '40901'

/** Who the session belongs to. The call is private, so it must name the realm it believes in (wire protocol 1b). */
const askUserInfo = ({ client }: Services, realm: Realm, options: { silent?: boolean } = {}): Promise<UserInfo> =>
  client.get('/user/overview/userinfo', { parse: parseUserInfo, headers: { 'x-realm': realm }, park: 'reject-silent', ...options })

/** The realm that the flag names is asked first; another tab may have changed the session since, then the other one is right. */
async function findUser(services: Services): Promise<UserInfo> {
  const believed: Realm = services.simulation.getState() === 'on' ? 'paper' : 'live'
  try {
    return await askUserInfo(services, believed, { silent: true })
  } catch (error) {
    if (!isRequestError(error) || error.code !== REALM_MISMATCH) throw error
    return askUserInfo(services, believed === 'live' ? 'paper' : 'live', { silent: true })
  }
}

/** Asks the server who this is. Without the readable token reference there is nobody to ask for. */
export const restoreSession = createAsyncThunk<void, void, ThunkTypes>('session/restore', async (_none, { dispatch, extra, getState }) => {
  if (!extra.cookies.get('x_token')) return void dispatch(left())
  try {
    const user = await findUser(extra)
    followRealm(extra, user.realm)
    const before = getState().session.user
    // Another user's or realm's orders must not stand under this one's name.
    if (before && (before.userId !== user.userId || before.realm !== user.realm)) dispatch(api.util.resetApiState())
    dispatch(entered(user))
    extra.preferences.set({ loggedIn: true })
  } catch (error) {
    const isOver = isRequestError(error) && (error.kind === 'session-expired' || error.code === '401')
    extra.preferences.set({ loggedIn: false })
    dispatch(isOver ? expired() : left())
  }
})

/** The server's word on the realm outweighs the flag: a screen must never look like paper and trade live, nor the other way round. */
function followRealm({ simulation }: Services, realm: Realm): void {
  const isFlagged = simulation.getState() === 'on'
  if (realm === 'live' && isFlagged) simulation.clear()
  if (realm === 'paper' && !isFlagged) simulation.enable(stripLocale(location.pathname))
}

/** After a log-in or a change of realm: new cookies, new key, so everything known of the user is asked anew. */
export const enterSession = createAsyncThunk<void, { realm: Realm }, ThunkTypes>('session/enter', async ({ realm }, { dispatch, extra }) => {
  const user = await askUserInfo(extra, realm)
  extra.preferences.set({ loggedIn: true })
  dispatch(api.util.resetApiState())
  dispatch(entered(user))
})

/** Leaves on this side; the server is told unless it was the one that ended the session. */
export const endSession = createAsyncThunk<void, { reason: EndReason } | undefined, ThunkTypes>('session/end', async (cause, { dispatch, extra }) => {
  if (!cause) await extra.client.post('/user/logout', { silent: true }).catch(() => {})
  await extra.sign.forgetSession()
  extra.simulation.clear()
  extra.preferences.set({ loggedIn: false })
  dispatch(api.util.resetApiState())
  dispatch(cause ? expired() : left())
})
