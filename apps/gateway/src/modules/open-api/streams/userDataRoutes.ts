import type { DialectCall, DialectRoute } from '../dialectRoute.ts'
import type { UserStreams } from './createUserStreams.ts'
import type { StreamReader } from './userEvents.ts'

const key = { weight: 2, security: 'key', permission: 'read' } as const
/** Where each product has its listen keys. */
const PLACES = [
  { ...key, path: '/api/v3/userDataStream', pool: 'spot' },
  { ...key, path: '/fapi/v1/listenKey', pool: 'futures' },
] as const

/** The listen key of an account, by which a socket shows its events. */
export function userDataRoutes({ users }: { readonly users: UserStreams }): DialectRoute[] {
  return PLACES.flatMap((place) => listenKeyRoutes(place, users))
}

function listenKeyRoutes(place: (typeof PLACES)[number], users: UserStreams): DialectRoute[] {
  const ownerOf = ({ caller }: DialectCall): StreamReader => {
    const { session, key: used } = caller()
    const { realm, userId } = session
    return { realm, userId, product: place.pool, apiKey: used.apiKey }
  }
  /** An API key has one listen key of a product: those of contracts need not name it. */
  const named = async (call: DialectCall) =>
    place.pool === 'futures' && !call.params.has('listenKey')
      ? users.open(ownerOf(call))
      : call.params.required('listenKey')
  return [
    {
      ...place,
      method: 'POST',
      summary: 'Opens the user data stream; the key is valid for an hour.',
      socketMethod: 'userDataStream.start',
      handler: async (call) => ({ listenKey: await users.open(ownerOf(call)) }),
    },
    {
      ...place,
      method: 'PUT',
      summary: 'Makes a listen key valid for another hour.',
      socketMethod: 'userDataStream.ping',
      handler: async (call) => {
        const listenKey = await named(call)
        await users.extend(listenKey, ownerOf(call))
        return place.pool === 'futures' ? { listenKey } : {}
      },
    },
    {
      ...place,
      method: 'DELETE',
      summary: 'Closes the user data stream.',
      socketMethod: 'userDataStream.stop',
      handler: async (call) => {
        await users.close(await named(call), ownerOf(call))
        return {}
      },
    },
  ]
}
