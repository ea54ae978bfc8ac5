import { createAsyncThunk } from '@reduxjs/toolkit'
import type { DataServices } from '../store/dataServices.ts'
import type { AppState } from '../store/store.ts'
import { realmChanging, selectRealm } from '../store/slice.ts'
import { enterSession } from '../session/thunks.ts'
import type { Realm } from '../store/userInfo.ts'

/**
 * The server's verb for a change of realm (wire protocol, section 10): the installed app has one of
 * its own. Each opens a new session with a key of its own.
 */
function verbFor(realm: Realm, { location }: DataServices): string {
  if (realm === 'paper') return '/user/sub-account/switchTradeDemo'
  return location.isInstalled() ? '/user/sub-account/switchApp' : '/user/sub-account/switchWeb'
}

/**
 * Changes the session's realm; the screen and the flag follow the server's word, so that nothing
 * says paper while the server trades live. Fulfils with whether the screen has arrived: the server
 * may fall silent after the switch, then the session is asked for again until it answers.
 */
export const switchRealm = createAsyncThunk<
  boolean,
  { to: Realm },
  { extra: DataServices; state: AppState }
>('realm/switch', async ({ to }, { dispatch, extra, getState }) => {
  dispatch(realmChanging(to))
  try {
    await extra.client.post(verbFor(to, extra), {
      data: { userId: getState().session.user?.userId },
    })
  } catch (error) {
    dispatch(realmChanging(undefined))
    throw error
  }
  await dispatch(enterSession({ realm: to }))
  return selectRealm(getState()) === to
})
