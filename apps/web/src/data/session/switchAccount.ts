import { createAsyncThunk } from '@reduxjs/toolkit'
import type { DataServices } from '../store/dataServices.ts'
import type { AppState } from '../store/store.ts'
import { REALM_VERBS } from './switchRealm.ts'
import { selectRealm } from '../store/slice.ts'
import { enterSession } from '../session/thunks.ts'

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
  await extra.client.post(REALM_VERBS[realm], { data: { userId } })
  await dispatch(enterSession({ realm })).unwrap()
})
