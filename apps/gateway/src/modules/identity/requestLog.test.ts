import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LogFields } from '../../platform/log/Log.ts'
import { PASSWORD } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers } from '../../testing/createTestUsers.ts'
import { signInWith } from '../../testing/signInWith.ts'

const lines: { message: string; fields: LogFields | undefined }[] = []
const write = (message: string, fields?: LogFields) => void lines.push({ message, fields })

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway({ log: { info: write, warn: write, error: write } })
})
afterAll(() => gateway.stop())

const { newUser, anonymousClient, stepUp } = createTestUsers(() => gateway, { name: 'audit' })
const trace = expect.stringMatching(/^w[0-9]{13}[0-9a-f]{11}$/) as string
const events = (call: string) =>
  lines
    .filter(({ message, fields }) => message === 'Account' && fields?.['call'] === call)
    .map(({ fields }) => fields)

describe('the audit log', () => {
  it('has a line for each try: call, trace id, user, outcome (SR10)', async () => {
    const { email, userId, client } = await newUser()
    expect(events('/v1/user/register/email')).toContainEqual({
      call: '/v1/user/register/email',
      trace,
      outcome: '0',
      user: userId,
      session: undefined,
    })
    await anonymousClient().login({ loginName: email, password: 'wrong password 1' })
    await anonymousClient().login({ loginName: email, password: PASSWORD })
    expect(events('/v1/user/login')).toEqual([
      { call: '/v1/user/login', trace, outcome: '40101', user: undefined, session: undefined },
      { call: '/v1/user/login', trace, outcome: '0', user: userId, session: undefined },
    ])
    await client.post('/v1/user/security/secondFactor', {
      method: 'email',
      enabled: true,
      verifyToken: 'made-up',
    })
    expect(events('/v1/user/security/secondFactor')).toEqual([
      {
        call: '/v1/user/security/secondFactor',
        trace,
        outcome: '00005',
        user: userId,
        session: client.cookies.get('x_token')?.slice(0, 8),
      },
    ])
  })

  it('names the user of a log-in whose answer is wrapped', async () => {
    const user = await newUser()
    await user.client.post('/v1/user/security/secondFactor', {
      method: 'email',
      enabled: true,
      verifyToken: await stepUp(user, 'secondFactor'),
    })
    const client = anonymousClient()
    const { verifyToken } = (await client.login({ loginName: user.email, password: PASSWORD }))
      .data as { verifyToken: string }
    await client.post('/v1/user/message/sendCode', {
      scene: 'login',
      email: user.email,
      bizId: await client.solveCaptcha('sendCode'),
    })
    await client.post('/v1/user/login/verify/v2', {
      verifyToken,
      emailCode: await client.code(user.email, 'login'),
    })
    expect(events('/v1/user/login/verify/v2')).toMatchObject([{ outcome: '0', user: user.userId }])
  })

  it('does not count polling', async () => {
    await anonymousClient().post('/v1/user/qr/getQrKeyStatus', { serialNO: 'x', token: 'x' })
    expect(events('/v1/user/qr/getQrKeyStatus')).toEqual([])
  })

  it('holds no name, address, password, code or token', async () => {
    const user = await newUser()
    const verifyToken = await stepUp(user, 'passkey')
    await user.client.post('/v1/user/security/fido2/create', { verifyToken })
    await user.client.post('/v1/user/login', {
      loginName: user.email,
      pwd: 'another wrong password 1',
    })
    const unbound = await signInWith(anonymousClient(), {
      provider: 'google',
      subject: 'audited-person',
      email: 'audited@mail.example',
    })
    const shown = (await anonymousClient().post('/v1/user/qr/create')).data as {
      serialNO: string
      token: string
    }
    const secrets = [
      user.email,
      PASSWORD,
      'another wrong password 1',
      verifyToken,
      (unbound.data as { token: string }).token,
      'audited',
      shown.serialNO,
      shown.token,
      user.client.cookies.get('__Host-session'),
      user.client.cookies.get('x_token'),
    ]
    const text = JSON.stringify(lines)
    for (const secret of secrets) expect(text).not.toContain(String(secret))
  })
})
