import type { StepUpAction } from '../modules/sessions/ports/StepUp.ts'
import type { TestClient } from './createTestClient.ts'
import type { TestGateway } from './createTestGateway.ts'

export interface TestUser {
  readonly client: TestClient
  readonly email: string
  readonly userId: string
}

export interface TestUsers {
  /** A registered user, logged in, known to the gateway from an address of its own. */
  newUser(): Promise<TestUser>
  /** A client from an address that nobody used. */
  anonymousClient(): TestClient
  /** The code of a step-up, sent to the user's e-mail address. */
  ownCode(user: Pick<TestUser, 'client' | 'email'>): Promise<string>
  /** A proved step-up: its token. Moves the clock past the minute between two codes. */
  stepUp(user: Pick<TestUser, 'client' | 'email'>, action: StepUpAction): Promise<string>
}

/** `name` begins the e-mail addresses. */
export function createTestUsers(gateway: () => TestGateway, { name }: { name: string }): TestUsers {
  let count = 0
  const anonymousClient = () =>
    gateway().client({ address: `198.51.${100 + Math.floor(count / 250)}.${1 + (count++ % 250)}` })
  const users: TestUsers = {
    anonymousClient,
    async newUser() {
      const email = `${name}${count}@example.com`
      const client = anonymousClient()
      const answer = await client.register(email)
      return {
        client,
        email,
        userId: (answer.data as { userInfo: { userId: string } }).userInfo.userId,
      }
    },
    async ownCode({ client, email }) {
      await client.post('/v1/user/message/sendCode', {
        scene: 'securityVerify',
        bizId: await client.solveCaptcha('sendCode'),
      })
      return client.code(email, 'securityVerify')
    },
    async stepUp(user, action) {
      gateway().leap(61_000)
      const begun = await user.client.post('/v1/user/security/stepUp', { action })
      const { serialNO } = begun.data as { serialNO: string }
      const proved = await user.client.post('/v1/user/securityVerify', {
        serialNO,
        emailCode: await users.ownCode(user),
      })
      if (proved.code !== '0')
        throw new Error(`The step-up was refused: ${proved.code} ${proved.msg}`)
      return (proved.data as { verifyToken: string }).verifyToken
    },
  }
  return users
}
