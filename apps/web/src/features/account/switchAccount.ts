import { createAsyncThunk } from '@reduxjs/toolkit'
import type { Services } from '../../services.ts'
import type { AppState } from '../../store.ts'
import { REALM_VERBS } from '../realm/switchRealm.ts'
import { selectRealm } from '../session/slice.ts'
import { enterSession } from '../session/thunks.ts'

/**
 * Enters another account of the same holder, in the realm on screen (docs/adr/login.md). The
 * screens forget what they showed of the one before.
 */
export const switchAccount = createAsyncThunk<
  void,
  { userId: string },
  { extra: Services; state: AppState }
>('account/switch', async ({ userId }, { dispatch, extra, getState }) => {
  const realm = selectRealm(getState())
  await extra.client.post(REALM_VERBS[realm], { data: { userId } })
  await dispatch(enterSession({ realm })).unwrap()
})
