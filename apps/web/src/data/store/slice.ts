import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Realm, UserInfo } from './userInfo.ts'

/**
 * `unknown` until the server has said who this is; `guest`; `user`; `expired`: a guest whose
 * session ended while they worked, so that the log-in page can say so and lead back.
 */
export interface SessionState {
  readonly status: 'unknown' | 'guest' | 'user' | 'expired'
  readonly user: UserInfo | undefined
  /** The session cookies that were asked about last (`referenceOf`). */
  readonly reference: string
  /** The user whose session the cookies named before, while it is not known who came after. */
  readonly former: string | undefined
  /** The realm that this tab itself is changing to, until the server has said who this is. */
  readonly entering: Realm | undefined
  /** How often in a row the server could not be asked who this is. */
  readonly unreachable: number
  /** The last log-out did not reach the server: the session continues. */
  readonly logoutFailed: boolean
}

const initialState: SessionState = {
  status: 'unknown',
  user: undefined,
  reference: '',
  former: undefined,
  entering: undefined,
  unreachable: 0,
  logoutFailed: false,
}

type Learnt = PayloadAction<{ readonly reference: string }>

export const sessionSlice = createSlice({
  name: 'session',
  initialState: initialState as SessionState,
  reducers: {
    sessionRead: (state, { payload: { reference } }: Learnt): SessionState => ({
      ...state,
      reference,
    }),
    realmChanging: (
      state,
      { payload: entering }: PayloadAction<Realm | undefined>,
    ): SessionState => ({
      ...state,
      entering,
    }),
    sessionStarted: (
      _state,
      {
        payload: { user, reference },
      }: PayloadAction<{ readonly user: UserInfo; readonly reference: string }>,
    ): SessionState => ({ ...initialState, status: 'user', user, reference }),
    sessionEnded: (_state, { payload: { reference } }: Learnt): SessionState => ({
      ...initialState,
      status: 'guest',
      reference,
    }),
    sessionExpired: (_state, { payload: { reference } }: Learnt): SessionState => ({
      ...initialState,
      status: 'expired',
      reference,
    }),
    /** The cookies name somebody else: nobody is on screen until the server has said who. */
    userReplaced: (state): SessionState => ({
      ...initialState,
      reference: state.reference,
      former: state.user?.userId ?? state.former,
    }),
    /**
     * A request without a response proves nothing: the user on screen stays, and a guest is not
     * assumed.
     */
    sessionUnreachable: (state): SessionState => ({
      ...state,
      status: state.user ? 'user' : 'unknown',
      unreachable: state.unreachable + 1,
    }),
    logoutFailed: (state): SessionState => ({ ...state, logoutFailed: true }),
  },
  selectors: {
    selectStatus: (state) => state.status,
    selectUser: (state) => state.user,
    selectRealm: (state): Realm => state.user?.realm ?? 'live',
    selectUserId: (state) => state.user?.userId,
    /** Whose account and which of its funds, as one text. */
    selectSessionKey: (state) => `${state.user?.userId} ${state.user?.realm ?? 'live'}`,
    selectIsReconnecting: (state) => state.unreachable > 0,
    selectLogoutFailed: (state) => state.logoutFailed,
  },
})

export const {
  sessionRead,
  realmChanging,
  userReplaced,
  sessionStarted,
  sessionExpired,
  sessionEnded,
  logoutFailed,
  sessionUnreachable,
} = sessionSlice.actions
export const {
  selectIsReconnecting,
  selectLogoutFailed,
  selectSessionKey,
  selectRealm,
  selectStatus,
  selectUser,
  selectUserId,
} = sessionSlice.selectors
