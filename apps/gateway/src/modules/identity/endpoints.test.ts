import { ENCRYPTED_ENDPOINTS } from '@x/gateway-sign'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { encryptFields } from '../../testing/encryptFields.ts'

interface Operation {
  readonly summary?: string
  readonly security?: unknown
  readonly 'x-encrypted'?: boolean
  readonly 'x-sign-mode'?: string
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly schema: { readonly required?: readonly string[] } }
    }
  }
}

let gateway: TestGateway
let paths: Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>> = {}
beforeAll(async () => {
  gateway = await createTestGateway()
  paths = (
    await gateway.app.inject({ url: '/v1/dev/openapi.json', headers: { host: 'localhost' } })
  ).json<{ paths: typeof paths }>().paths
})
afterAll(() => gateway.stop())

const operations = () =>
  Object.entries(paths)
    .flatMap(([path, { get, post }]) => [
      get && { path, method: 'GET', operation: get },
      post && { path, method: 'POST', operation: post },
    ])
    .filter((found) => found !== undefined)
/** A file has another body than JSON. */
const hasBody = ({ requestBody }: Operation): boolean =>
  requestBody !== undefined && 'application/json' in requestBody.content
const account = () => operations().filter(({ path }) => path.startsWith('/v1/user/'))

describe('endpoints whose sensitive fields are encrypted (spec 7.10)', () => {
  it.each(Object.keys(ENCRYPTED_ENDPOINTS))('%s is there, and takes them encrypted', (path) => {
    expect(paths[path]?.post).toMatchObject({
      'x-encrypted': true,
      summary: expect.stringMatching(/\.$/),
    })
  })
  it('every call that takes a step-up token takes it encrypted', () => {
    const takers = account().filter(
      ({ operation }) =>
        hasBody(operation) &&
        operation.requestBody?.content['application/json'].schema.required?.includes('verifyToken'),
    )
    expect(takers.length).toBeGreaterThanOrEqual(8)
    expect(takers.filter(({ operation }) => operation['x-encrypted'] !== true)).toEqual([])
  })
})

describe('security writes (wire 3)', () => {
  it('every private write of an account is signed in mode 2', () => {
    const writes = account().filter(
      ({ method, operation }) => method === 'POST' && operation.security,
    )
    expect(writes.length).toBeGreaterThanOrEqual(18)
    expect(
      writes.filter(({ operation }) => operation['x-sign-mode'] !== '2').map(({ path }) => path),
    ).toEqual(['/v1/user/verification/file'])
  })
  it('every private read of an account is signed in mode 1', () => {
    const reads = account().filter(
      ({ method, operation }) => method === 'GET' && operation.security,
    )
    expect(reads.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/v1/user/overview/userinfo',
        '/v1/user/security/sessions',
        '/v1/user/security/fido2/list',
        '/v1/user/security/third/list',
        '/v1/user/sub-account/list',
      ]),
    )
    expect(reads.filter(({ operation }) => operation['x-sign-mode'] !== '1')).toEqual([])
  })
})

describe('malformed bodies of accounts (wire 10)', () => {
  const withRequired = () =>
    account().filter(
      ({ operation }) =>
        !operation.security &&
        (operation.requestBody?.content['application/json'].schema.required?.length ?? 0) > 0,
    )
  it('a public call without its first field names it', async () => {
    expect(withRequired().length).toBeGreaterThanOrEqual(20)
    for (const { path, operation } of withRequired()) {
      const [field] = operation.requestBody?.content['application/json'].schema.required ?? []
      const answer = await gateway.client({ address: '198.18.7.7', signs: false }).post(path)
      expect({ path, http: answer.http, code: answer.code, data: answer.data }).toEqual({
        path,
        http: 400,
        code: '40010',
        data: { field },
      })
    }
  })
  it('a public call whose fields are objects is refused, never run', async () => {
    for (const { path, operation } of withRequired()) {
      const fields = operation.requestBody?.content['application/json'].schema.required ?? []
      const body = Object.fromEntries(fields.map((field) => [field, { toString: 'x' }]))
      const sent = operation['x-encrypted'] ? { bodyCiphertext: encryptFields(body) } : body
      const answer = await gateway.client({ address: '198.18.7.8', signs: false }).post(path, sent)
      expect({ path, code: answer.code }).toEqual({ path, code: '40010' })
    }
  })
  it('a private call without a session is 401 whatever it brings (spec 6.2)', async () => {
    for (const { path, method } of account().filter(({ operation }) => operation.security)) {
      const client = gateway.client({ signs: false })
      expect(
        await (method === 'POST' ? client.post(path, { verifyToken: 'x' }) : client.get(path)),
      ).toMatchObject({ http: 200, code: '401', msg: 'Please login to visit' })
    }
  })
})
