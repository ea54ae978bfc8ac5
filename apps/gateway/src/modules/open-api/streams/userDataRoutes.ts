import type { DialectRoute } from '../dialectRoute.ts'
import type { UserStreams } from './createUserStreams.ts'

const route = {
  path: '/api/v3/userDataStream',
  pool: 'spot',
  weight: 2,
  security: 'key',
  permission: 'read',
} as const

/** The listen key of an account, by which `/ws/<listenKey>` shows its events. */
export function userDataRoutes({ users }: { readonly users: UserStreams }): DialectRoute[] {
  return [
    {
      ...route,
      method: 'POST',
      summary: 'Opens the user data stream; the key is valid for an hour.',
      socketMethod: 'userDataStream.start',
      handler: async ({ caller }) => ({ listenKey: await users.open(caller().session) }),
    },
    {
      ...route,
      method: 'PUT',
      summary: 'Makes a listen key valid for another hour.',
      socketMethod: 'userDataStream.ping',
      handler: async ({ params, caller }) => {
        await users.extend(params.required('listenKey'), caller().session)
        return {}
      },
    },
    {
      ...route,
      method: 'DELETE',
      summary: 'Closes the user data stream.',
      socketMethod: 'userDataStream.stop',
      handler: async ({ params, caller }) => {
        await users.close(params.required('listenKey'), caller().session)
        return {}
      },
    },
  ]
}
