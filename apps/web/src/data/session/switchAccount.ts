import { createAsyncThunk } from '@reduxjs/toolkit'
import type { DataServices } from '../store/dataServices.ts'
import type { AppState } from '../store/store.ts'
import type { Realm } from '../store/userInfo.ts'
import { selectRealm } from '../store/slice.ts'
import { enterSession } from '../session/thunks.ts'

/** The server's verbs for entering another account, by the realm that it is entered in. */
const ENTRY_VERBS: Readonly<Record<Realm, string>> = {
  paper: '/user/sub-account/switchLoginDemo',
  live: '/user/sub-account/switLogin',
}

/**
 * Enters another account of the same holder, in the realm on screen (docs/adr/login.md). The
 * screens forget what they showed of the one before.
 */
export const switchAccount = createAsyncThunk<
  void,
  { userId: string },
  { extra: DataServices; state: AppState }
>('account/switch', async ({ userId }, { dispatch, extra, getState }) => {
  const realm = selectRealm(getState())
  await extra.client.post(ENTRY_VERBS[realm], { data: { userId } })
  await dispatch(enterSession({ realm })).unwrap()
})
