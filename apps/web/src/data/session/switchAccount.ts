import type { Realm } from '../store/userInfo.ts'
import { selectRealm } from '../store/slice.ts'
import { type AppThunk, enterSession } from '../session/thunks.ts'

/** The server's verbs for entering another account, by the realm that it is entered in. */
const ENTRY_VERBS: Readonly<Record<Realm, string>> = {
  paper: '/user/sub-account/switchLoginDemo',
  live: '/user/sub-account/switLogin',
}

/**
 * Enters another account of the same holder, in the realm on screen (docs/adr/login.md). The
 * screens forget what they showed of the one before.
 */
export const switchAccount =
  ({ userId }: { readonly userId: string }): AppThunk<void> =>
  async (dispatch, getState, extra) => {
    const realm = selectRealm(getState())
    await extra.client.post(ENTRY_VERBS[realm], { data: { userId } })
    await dispatch(enterSession({ realm }))
  }
