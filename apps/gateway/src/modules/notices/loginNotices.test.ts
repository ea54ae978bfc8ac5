import type { UserNotice } from '@x/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { PASSWORD, type TestClient } from '../../testing/createTestClient.ts'

const LIST = '/v1/user/notice/list'
const READ = '/v1/user/notice/read'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())

interface Listed {
  readonly items: readonly UserNotice[]
  readonly next: string | null
  readonly unread: number
}

async function listed(client: TestClient): Promise<Listed> {
  const answer = await client.get(LIST)
  expect(answer).toMatchObject({ code: '0' })
  return answer.data as Listed
}

const loginsOf = ({ items }: Listed) => items.filter(({ kind }) => kind === 'login')

/** Waits until the user has this many log-ins among the notices. */
async function logins(client: TestClient, count: number): Promise<readonly UserNotice[]> {
  await expect.poll(async () => loginsOf(await listed(client)).length).toBe(count)
  return loginsOf(await listed(client))
}

describe('notices of log-ins', () => {
  it('say whether a device is new', async () => {
    const { client, email } = await gateway.newUser()
    await logins(client, 1)
    const other = gateway.visitor({ terminalCode: 'd'.repeat(32) })
    gateway.leap(1_000)
    await other.login({ loginName: email, password: PASSWORD })
    expect((await logins(other, 2))[0]).toMatchObject({ isNewDevice: true, isRead: false })
    gateway.leap(1_000)
    await other.login({ loginName: email, password: PASSWORD })
    expect((await logins(other, 3))[0]).toMatchObject({ isNewDevice: false })
  })

  it('are not written for a wrong password', async () => {
    const { client, email } = await gateway.newUser()
    await logins(client, 1)
    const thief = gateway.visitor()
    expect(await thief.login({ loginName: email, password: 'wrong horse 7' })).not.toMatchObject({
      code: '0',
    })
    expect(loginsOf(await listed(client))).toHaveLength(1)
  })

  it('are read on every device of the user', async () => {
    const { client, email } = await gateway.newUser()
    const other = gateway.visitor()
    gateway.leap(1_000)
    await other.login({ loginName: email, password: PASSWORD })
    await logins(other, 2)
    expect(await other.post(READ, {})).toMatchObject({ code: '0', data: { unread: 0 } })
    const seen = await listed(client)
    expect([seen.unread, loginsOf(seen).every(({ isRead }) => isRead)]).toEqual([0, true])
  })
})

describe('the notices of others', () => {
  it.each([LIST, READ])('%s asks a guest to log in', async (path) => {
    const guest = gateway.visitor({ signs: false })
    const answer = path === LIST ? await guest.get(path) : await guest.post(path, {})
    expect(answer).toMatchObject({ code: '401' })
  })

  it('are neither listed nor marked', async () => {
    const victim = await gateway.newUser()
    gateway.leap(1_000)
    const thief = await gateway.newUser()
    const [notice] = await logins(victim.client, 1)
    expect((await listed(thief.client)).items).not.toContainEqual(notice)
    const { unread } = await listed(victim.client)
    await thief.client.post(READ, { noticeIds: [notice?.noticeId], userId: victim.userId })
    expect((await listed(victim.client)).unread).toBe(unread)
  })
})

describe('what is no list of notices', () => {
  it.each([
    ['no list', { noticeIds: 'all' }],
    ['an empty list', { noticeIds: [] }],
    ['a list of numbers', { noticeIds: [1] }],
    ['an empty id', { noticeIds: [''] }],
    ['a long id', { noticeIds: ['x'.repeat(81)] }],
    ['too many', { noticeIds: Array.from({ length: 101 }, (_, at) => `filled:${at}`) }],
  ])('is refused: %s', async (_name, body) => {
    const { client } = await gateway.newUser()
    expect(await client.post(READ, body)).toMatchObject({ code: '40010' })
  })

  it('is refused without a signature', async () => {
    const { client, email } = await gateway.newUser()
    const unsigned = gateway.visitor({ signs: false })
    for (const [name, value] of client.cookies) unsigned.cookies.set(name, value)
    const answer = await unsigned.post(READ, {})
    expect(answer.code).not.toBe('0')
    expect(loginsOf(await listed(client)).some(({ isRead }) => isRead)).toBe(false)
    expect(email).toContain('@')
  })
})
