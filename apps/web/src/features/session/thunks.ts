import { createAsyncThunk } from '@reduxjs/toolkit'
import { isRequestError } from '@x/request'
import { api } from '../../api.ts'
import type { Services } from '../../services.ts'
import { entered, expired, left } from './slice.ts'
import { parseUserInfo } from './userInfo.ts'

interface ThunkTypes {
  extra: Services
}

export type EndReason = 'session-expired' | 'signature-invalid' | 'key-missing'

/** Asks the server who this is. Without the readable token reference there is nobody to ask for. */
export const restoreSession = createAsyncThunk<void, void, ThunkTypes>('session/restore', async (_none, { dispatch, extra }) => {
  if (!extra.cookies.get('x_token')) return void dispatch(left())
  try {
    dispatch(entered(await extra.client.get('/user/overview/userinfo', { parse: parseUserInfo, silent: true, park: 'reject-silent' })))
    extra.preferences.set({ loggedIn: true })
  } catch (error) {
    const isOver = isRequestError(error) && (error.kind === 'session-expired' || error.code === '401')
    extra.preferences.set({ loggedIn: false })
    dispatch(isOver ? expired() : left())
  }
})

/** After a log-in or a change of realm: new cookies, new key, so everything known of the user is asked anew. */
export const enterSession = createAsyncThunk<void, void, ThunkTypes>('session/enter', async (_none, { dispatch, extra }) => {
  const user = await extra.client.get('/user/overview/userinfo', { parse: parseUserInfo })
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
