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

interface Learnt {
  readonly reference: string
}

const initialState: SessionState = Object.freeze({
  status: 'unknown',
  user: undefined,
  reference: '',
  former: undefined,
  entering: undefined,
  unreachable: 0,
  logoutFailed: false,
})

export const sessionRead = (payload: Learnt) => ({ type: 'session/read', payload }) as const
export const realmChanging = (payload: Realm | undefined) =>
  ({ type: 'session/realmChanging', payload }) as const
export const sessionStarted = (payload: Learnt & { readonly user: UserInfo }) =>
  ({ type: 'session/started', payload }) as const
export const sessionEnded = (payload: Learnt) => ({ type: 'session/ended', payload }) as const
export const sessionExpired = (payload: Learnt) => ({ type: 'session/expired', payload }) as const
/** The cookies name somebody else: nobody is on screen until the server has said who. */
export const userReplaced = () => ({ type: 'session/userReplaced' }) as const
/**
 * A request without a response proves nothing: the user on screen stays, and a guest is not
 * assumed.
 */
export const sessionUnreachable = () => ({ type: 'session/unreachable' }) as const
export const logoutFailed = () => ({ type: 'session/logoutFailed' }) as const

type SessionAction = ReturnType<
  | typeof sessionRead
  | typeof realmChanging
  | typeof sessionStarted
  | typeof sessionEnded
  | typeof sessionExpired
  | typeof userReplaced
  | typeof sessionUnreachable
  | typeof logoutFailed
>

/** The session after an action; the same object after one that is not about it. */
export function sessionReducer(
  state: SessionState = initialState,
  action: { readonly type: string },
): SessionState {
  const changed = changesOf(state, action as SessionAction)
  return changed ? Object.freeze(changed) : state
}

function changesOf(state: SessionState, action: SessionAction): SessionState | undefined {
  switch (action.type) {
    case 'session/read':
      return { ...state, reference: action.payload.reference }
    case 'session/realmChanging':
      return { ...state, entering: action.payload }
    case 'session/started': {
      const { user, reference } = action.payload
      return { ...initialState, status: 'user', user, reference }
    }
    case 'session/ended':
      return { ...initialState, status: 'guest', reference: action.payload.reference }
    case 'session/expired':
      return { ...initialState, status: 'expired', reference: action.payload.reference }
    case 'session/userReplaced': {
      const { reference, user, former } = state
      return { ...initialState, reference, former: user?.userId ?? former }
    }
    case 'session/unreachable':
      return {
        ...state,
        status: state.user ? 'user' : 'unknown',
        unreachable: state.unreachable + 1,
      }
    case 'session/logoutFailed':
      return { ...state, logoutFailed: true }
    default:
      return undefined
  }
}

/** What of the app's state the selectors read. */
interface WithSession {
  readonly session: SessionState
}

export const selectStatus = ({ session }: WithSession) => session.status
export const selectUser = ({ session }: WithSession) => session.user
export const selectRealm = ({ session }: WithSession): Realm => session.user?.realm ?? 'live'
export const selectUserId = ({ session }: WithSession) => session.user?.userId
/** Whose account and which of its funds, as one text. */
export const selectSessionKey = ({ session: { user } }: WithSession) =>
  `${user?.userId} ${user?.realm ?? 'live'}`
export const selectIsReconnecting = ({ session }: WithSession) => session.unreachable > 0
export const selectLogoutFailed = ({ session }: WithSession) => session.logoutFailed
