import type { UserStream } from '../account-stream/createUserStream.ts'
import { useAppServices } from '../services/appServices.ts'

/** The private stream of orders, fills and balances. */
export const useUserStream = (): UserStream => useAppServices().userStream
