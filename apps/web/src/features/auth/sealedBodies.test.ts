import { createGatewaySign } from '@x/gateway-sign'
import { createTestConfig, testServerIdentity } from '@x/gateway-sign/testing'
import {
  createManualClock,
  createMemoryAsyncStorage,
  createMemoryStorage,
  createSeededRandom,
} from '@x/kit/testing'
import {
  createRequestClient,
  createServerClock,
  standardMiddlewares,
  type RequestInput,
} from '@x/request'
import { createInProcessTransport } from '@x/request/testing'
import { describe, expect, it } from 'vitest'
import { WIRE_PROFILE } from '../../app/wireProfile.ts'

const SECRET = 'correct-horse'
const account = { loginName: 'a@b.c', pwd: SECRET }

/** The two packages as the app puts them together, and all that leaves the page. */
function openPage() {
  const clock = createManualClock()
  const random = createSeededRandom(3)
  const serverClock = createServerClock({ clock })
  const sent: string[] = []
  const events: string[] = []
  const gatewaySign = createGatewaySign({
    configStorage: createMemoryStorage(),
    keyStorage: createMemoryAsyncStorage(),
    cookies: createMemoryStorage(),
    clock,
    random,
    secureContext: true,
    issuerCertificates: [testServerIdentity.issuerCertificatePem],
    profile: WIRE_PROFILE,
    fetchConfig: async () => ({ gatewaySignConfig: createTestConfig() }),
    onEvent: (event) => void events.push(event.type),
  })
  const headers = {
    theme: () => 'dark' as const,
    terminalCode: () => undefined,
    deviceLanguage: () => 'en',
    locale: () => 'en',
    languageTag: () => 'en',
  }
  const pipeline = standardMiddlewares({
    clock,
    serverClock,
    random,
    gatewaySign,
    presenter: { present: () => {} },
    headers,
    languageType: () => 0,
  })
  const transport = createInProcessTransport(({ url, headers: fields, body }) => {
    sent.push(`${url}\n${JSON.stringify(fields)}\n${new TextDecoder().decode(body)}`)
    return { body: { code: '0', status: 'success', msg: 'success', data: null } }
  })
  return {
    client: createRequestClient({ transport, clock, random, serverClock, ...pipeline }),
    sent,
    events,
  }
}

const form = (entries: Record<string, string | Blob>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(entries)) data.append(name, value)
  return data
}
class Account {
  readonly loginName = account.loginName
  readonly pwd = SECRET
}

type Shape = Omit<RequestInput, 'path'>
const post = (data: unknown, options: Partial<Shape> = {}): Shape => ({
  method: 'POST',
  data,
  ...options,
})

describe('a password in a log-in (wire 4)', () => {
  it.each<[string, Shape]>([
    ['an object', post(account)],
    ['an object as a form', post(account, { encoding: 'form' })],
    ['an object as multipart', post(account, { encoding: 'multipart' })],
    ['URLSearchParams', post(new URLSearchParams(account))],
    ['FormData', post(form(account))],
    ['an instance', post(new Account())],
    ['the body of a PUT', { method: 'PUT', data: account }],
  ])('leaves the page sealed as %s', async (_, shape) => {
    const { client, sent, events } = openPage()
    await client.request({ ...shape, path: '/user/login' })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toContain('bodyCiphertext')
    expect(sent[0]).not.toContain(SECRET)
    expect(events).toEqual([])
  })

  it.each<[string, Shape]>([
    ['JSON text', post(JSON.stringify(account))],
    ['a list', post([account])],
    ['FormData with a file', post(form({ ...account, avatar: new Blob(['x']) }))],
    ['a Blob', post(new Blob([JSON.stringify(account)]))],
    ['bytes', post(new TextEncoder().encode(JSON.stringify(account)))],
    ['the query of a POST', post(undefined, { query: account })],
    ['the query beside a body', post(account, { query: { pwd: SECRET } })],
    ['the query of a GET', { method: 'GET', query: account }],
    ['the data of a GET', { method: 'GET', data: account }],
    ['the data of a HEAD', { method: 'HEAD', data: account }],
  ])('does not leave the page as %s, and an event says so', async (_, shape) => {
    const { client, sent, events } = openPage()
    await expect(client.request({ ...shape, path: '/user/login' })).rejects.toMatchObject({
      kind: 'gateway-sign',
      code: 'UNENCRYPTABLE_FIELDS',
      message: 'The system is busy',
    })
    expect(sent).toEqual([])
    expect(events).toEqual(['encryption-failed'])
  })
})
