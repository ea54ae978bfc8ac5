import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { codeOf, startMailServer, textOf, type MailServer } from '../../testing/startMailServer.ts'

const EMAIL = 'first@example.com'

let mail: MailServer
let gateway: TestGateway
beforeAll(async () => {
  mail = await startMailServer()
  gateway = await createTestGateway({
    isDevelopment: false,
    publicOrigin: 'https://localhost',
    delivery: {
      smtp: { url: `smtp://127.0.0.1:${mail.port}`, from: 'Exchange <no-reply@x.example>' },
    },
  })
})
afterAll(async () => {
  await gateway.stop()
  await mail.stop()
})

/** Registers as on the page; the code comes by mail. */
async function register(client: TestClient): Promise<unknown> {
  const bizId = await client.solveCaptcha('register')
  await client.post(
    '/v1/user/message/sendCode',
    { scene: 'register', email: EMAIL, bizId },
    { headers: { locale: 'es' } },
  )
  const received = await mail.mailTo(EMAIL)
  expect(textOf(received)).toContain('Tu código')
  return client.post('/v1/user/register/email', {
    email: EMAIL,
    emailCode: codeOf(received),
    pwd: PASSWORD,
    bizId,
  })
}

describe('a production gateway with a mail server', () => {
  it('registers, recovers the password and reports it, all by mail', async () => {
    const client = gateway.visitor()
    expect(await register(client)).toMatchObject({ code: '0' })
    expect(await client.get('/v1/dev/mailbox?to=first@example.com')).toMatchObject({ http: 404 })

    const guest = gateway.visitor()
    const { data } = await guest.post('/v1/user/password/forgot', {
      loginName: EMAIL,
      bizId: await guest.solveCaptcha('sendCode'),
    })
    const asked = await mail.mailTo(EMAIL, 'Code for a new password')
    expect(
      await guest.post('/v1/user/password/reset', {
        ...(data as { token: string }),
        emailCode: codeOf(asked),
        pwd: 'better horse 8',
      }),
    ).toMatchObject({ code: '0' })
    const report = textOf(await mail.mailTo(EMAIL, 'Your password was changed'))
    expect(report).toContain('https://localhost/account/setting/history')
    expect(report).toContain('paused for 24 hours')
  })
})
