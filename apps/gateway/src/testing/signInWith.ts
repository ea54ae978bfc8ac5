import type { Answer, TestClient } from './createTestClient.ts'

const third = (path: string) => `/v1/user/third/${path}`

/**
 * Both steps of a sign-in by Google or Apple, with the stand-in behind them; `under: 'oauth'` names
 * the provider in the body.
 */
export async function signInWith(
  client: TestClient,
  {
    provider,
    under,
    isBinding,
    ...person
  }: {
    provider: 'google' | 'apple'
    under?: 'oauth'
    subject: string
    email?: string
    emailVerified?: boolean
    isBinding?: boolean
  },
): Promise<Answer> {
  const named = under ? { provider } : {}
  const { serialNO, nonce } = (await client.post(third(`${under ?? provider}/check`), named))
    .data as { serialNO: string; nonce: string }
  const { token } = (await client.post('/v1/dev/oauth/idToken', { provider, nonce, ...person }))
    .data as { token: string }
  return client.post(third(`${under ?? provider}/sign`), {
    ...named,
    token,
    serialNO,
    ...(isBinding === undefined ? {} : { isBinding }),
  })
}

/** The token in an answer that says what to bind. */
export function ticketOf({ data }: Answer): string {
  return (data as { token: string }).token
}
