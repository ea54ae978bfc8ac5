import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Realm, UserInfo } from './userInfo.ts'

/**
 * `unknown` until the first answer; `guest`; `user`; `expired`: a guest whose session ended while they worked,
 * so that the log-in page can say so and lead back.
 */
export interface SessionState {
  readonly status: 'unknown' | 'guest' | 'user' | 'expired'
  readonly user: UserInfo | undefined
}

const initialState: SessionState = { status: 'unknown', user: undefined }

export const sessionSlice = createSlice({
  name: 'session',
  initialState: initialState as SessionState,
  reducers: {
    entered: (_state, { payload }: PayloadAction<UserInfo>): SessionState => ({ status: 'user', user: payload }),
    left: (): SessionState => ({ status: 'guest', user: undefined }),
    expired: (): SessionState => ({ status: 'expired', user: undefined }),
  },
  selectors: {
    selectStatus: (state) => state.status,
    selectUser: (state) => state.user,
    selectRealm: (state): Realm => state.user?.realm ?? 'live',
  },
})

export const { entered, expired, left } = sessionSlice.actions
export const { selectRealm, selectStatus, selectUser } = sessionSlice.selectors
