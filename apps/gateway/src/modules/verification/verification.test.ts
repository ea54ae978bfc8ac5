import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Verification } from '@x/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers, type TestUser } from '../../testing/createTestUsers.ts'
import { openDevelopmentOperators } from '../operators/openDevelopmentOperators.ts'
import { fromBase32, totpAt, totpStep } from '../second-factors/ports/totp.ts'
import { DEVELOPMENT_NETWORKS } from '../wallet/ports/networks.ts'

const DETAIL = '/v1/user/verification/detail'
const FILE = '/v1/user/verification/file'
const SUBMIT = '/v1/user/verification/submit'
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from([0, 255, 128, 13])])
const FORM = {
  name: 'Ada Lovelace',
  birthDate: '1990-12-10',
  country: 'GB',
  documentType: 'passport',
  documentNumber: 'P1234567',
}

let dir = ''
let url = ''
let gateway: TestGateway
const users = createTestUsers(() => gateway, { name: 'verified' })
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'verification-'))
  const none = () => Promise.reject(new Error('No keys here.'))
  gateway = await createTestGateway({
    wallet: {
      networks: DEVELOPMENT_NETWORKS,
      connect: async () => undefined,
      keys: { accountKey: none, deriveAddress: none },
    },
    operators: {
      list: await openDevelopmentOperators(dir),
      dir,
      port: 0,
      onListening: (at) => (url = at),
    },
  })
})
afterAll(async () => {
  await gateway.stop()
  await rm(dir, { recursive: true, force: true })
})

/** Sends a picture as a browser does. */
async function upload(user: TestUser, side: string, picture: Buffer = PNG) {
  const form = new FormData()
  form.set('side', side)
  form.set(
    'file',
    new Blob([picture as Uint8Array<ArrayBuffer>], { type: 'image/png' }),
    'picture.png',
  )
  const request = new Request('http://x', { method: 'POST', body: form })
  const bytes = Buffer.from(await request.arrayBuffer())
  const contentType = request.headers.get('content-type') ?? ''
  return user.client.post(FILE, undefined, {
    tamper: ({ headers }) => ({
      headers: { ...headers, 'content-type': contentType },
      body: '',
      bytes,
    }),
  })
}
async function submitted(): Promise<TestUser> {
  const user = await users.newUser()
  for (const side of ['front', 'person']) await upload(user, side)
  expect(await user.client.post(SUBMIT, FORM)).toMatchObject({
    code: '0',
    data: { state: 'waiting', level: 0 },
  })
  return user
}
async function operator() {
  gateway.leap(30_000)
  const { password, totpSecret } = JSON.parse(
    await readFile(path.join(dir, 'operators', 'first.json'), 'utf8'),
  ) as { password: string; totpSecret: string }
  const code = totpAt(fromBase32(totpSecret), totpStep(gateway.clock.now()))
  const entered = await fetch(`${url}/login`, {
    method: 'POST',
    body: new URLSearchParams({ name: 'first', password, code }),
    redirect: 'manual',
  })
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const get = (at: string) => fetch(`${url}${at}`, { headers: { cookie } })
  const form = /name="form" value="([^"]+)"/.exec(await (await get('/')).text())?.[1] ?? ''
  return {
    get,
    send: async (at: string, fields: Readonly<Record<string, string>> = {}) =>
      (
        await fetch(`${url}${at}`, {
          method: 'POST',
          body: new URLSearchParams({ form, ...fields }),
          headers: { cookie },
        })
      ).text(),
  }
}
const detail = async (user: TestUser) => (await user.client.get(DETAIL)).data as Verification
const capOf = async (user: TestUser) =>
  ((await user.client.get('/v1/spot/withdraw/settings')).data as { dailyCap: string }).dailyCap

describe('verification of a person (products 7)', () => {
  it('keeps pictures and form sealed, and raises the limit once approved', async () => {
    const user = await submitted()
    expect(await capOf(user)).toBe('10000')
    const rows = await gateway.db.query<{ form: string; content: string }>(
      `select v.form, f.content from verification v join verification_file f using (user_id)
        where user_id = $1`,
      [user.userId],
    )
    expect(JSON.stringify(rows)).not.toContain('Lovelace')
    expect(JSON.stringify(rows)).not.toContain(PNG.toString('base64'))
    const first = await operator()
    expect(await (await first.get('/')).text()).toContain('Ada Lovelace')
    const picture = await first.get(`/identities/${user.userId}/front`)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await picture.arrayBuffer()).equals(PNG)).toBe(true)
    expect(await first.send(`/identities/${user.userId}/approve`)).toContain('approved')
    expect(await detail(user)).toMatchObject({ level: 1, state: 'approved' })
    expect(await capOf(user)).toBe('50000')
    expect(await first.send(`/identities/${user.userId}/approve`)).toContain('does not wait')
  })

  it('is refused with a reason and may begin again', async () => {
    const user = await submitted()
    const first = await operator()
    expect(await first.send(`/identities/${user.userId}/refuse`)).toContain('A reason is missing')
    await first.send(`/identities/${user.userId}/refuse`, { reason: 'Not sharp' })
    expect(await detail(user)).toMatchObject({
      state: 'refused',
      reason: 'Not sharp',
      level: 0,
      files: [],
    })
    expect(await upload(user, 'front')).toMatchObject({ code: '0', data: { state: 'draft' } })
  })

  it('shows pictures to operators alone', async () => {
    const user = await submitted()
    expect((await fetch(`${url}/identities/${user.userId}/front`)).status).toBe(404)
  })

  it('refuses files that are no pictures, and other sides', async () => {
    const user = await users.newUser()
    expect(await upload(user, 'front', Buffer.from('<svg onload=alert(1)>'))).toMatchObject({
      code: '40010',
      data: { field: 'file' },
    })
    expect(await upload(user, 'top')).toMatchObject({ code: '40010', data: { field: 'side' } })
    expect(await upload(user, 'front', Buffer.alloc(800_000, 1))).toMatchObject({
      code: '40010',
      data: { field: 'file' },
    })
    expect(await user.client.post(FILE, { side: 'front' })).toMatchObject({ code: '40010' })
    expect((await detail(user)).state).toBe('none')
  })

  it.each([
    [{ birthDate: '2090-01-01' }, 'birthDate'],
    [{ birthDate: '1990-02-31' }, 'birthDate'],
    [{ name: '  ' }, 'name'],
    [{ documentType: 'identityCard' }, 'file'],
  ])('refuses a form with %j', async (wrong, field) => {
    const user = await users.newUser()
    for (const side of ['front', 'person']) await upload(user, side)
    expect(await user.client.post(SUBMIT, { ...FORM, ...wrong })).toMatchObject({
      code: '40010',
      data: { field },
    })
  })

  it('changes nothing while operators look at it', async () => {
    const user = await submitted()
    expect(await upload(user, 'front')).toMatchObject({ code: '40214' })
    expect(await user.client.post(SUBMIT, FORM)).toMatchObject({ code: '40214' })
  })
})

describe('the audit log for operators (SR10)', () => {
  it('finds what a user did, by user or order (SR10)', async () => {
    const user = await submitted()
    const { get } = await operator()
    await gateway.db.query(
      `insert into audit_entry (chain, seq, at, kind, user_id, hash, entry)
       values ('c', 1, 0, 'request', $1, $2, '{"call":"POST <script>"}')`,
      [user.userId, 'a'.repeat(64)],
    )
    const page = await (await get(`/?user=${user.userId}`)).text()
    expect(page).toContain('{&#34;call&#34;:&#34;POST &#60;script&#62;&#34;}')
    expect(await (await get('/?user=1&order=2')).text()).not.toContain('POST &#60;script')
  })
})
