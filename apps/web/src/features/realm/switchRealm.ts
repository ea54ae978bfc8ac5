import { createAsyncThunk } from '@reduxjs/toolkit'
import { isSimulationPath } from '@x/simulation'
import type { Services } from '../../services.ts'
import type { AppState } from '../../store.ts'
import { enterSession } from '../session/thunks.ts'
import type { Realm } from '../session/userInfo.ts'

/** The server's verbs for a change of realm (wire protocol, section 10). Each opens a new session with a key of its own. */
const PATHS: Readonly<Record<Realm, string>> = {
  paper: '/user/sub-account/switchTradeDemo',
  live: '/user/sub-account/switchWeb',
}

/** Changes the session's realm first and the flag after: the screen never says paper while the server trades live. */
export const switchRealm = createAsyncThunk<void, { to: Realm; page: string }, { extra: Services; state: AppState }>(
  'realm/switch',
  async ({ to, page }, { dispatch, extra, getState }) => {
    const userId = getState().session.user?.userId
    await extra.client.post(PATHS[to], { data: { userId } })
    await dispatch(enterSession({ realm: to })).unwrap()
    if (to === 'paper') extra.simulation.enable(isSimulationPath(page) ? page : undefined)
    else extra.simulation.clear()
  },
)
