import type { Realm } from '../../data/store/userInfo.ts'

/** What services need of the store and the router, which are made after them. */
export interface AppCallbacks {
  /** The realm that the screens stand in now. */
  readonly realm: () => Realm
  /** The user and realm on screen, as one text. */
  readonly sessionKey: () => string
  /** Whose screens these are; `undefined` for a guest. */
  readonly screenUser: () => string | undefined
  readonly logout: (reason: 'session-expired' | 'signature-invalid' | 'key-missing') => void
  readonly realmChanged: () => void
  /** The cookies name somebody else than the screens do. */
  readonly userChanged: () => void
  readonly navigate: (to: string, options: { readonly replace: boolean }) => void
}
