import type { MailboxMessage } from '@x/api'
import { createManualClock } from '@x/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import type { GatewayRequest } from '../../platform/http/route.ts'
import type { CodePurpose } from '../delivery/ports/MessageSender.ts'
import { createMailboxModule, type DevelopmentMailbox } from './module.ts'

let clock: ReturnType<typeof createManualClock>
let mailbox: DevelopmentMailbox
beforeEach(() => {
  clock = createManualClock(1_000)
  mailbox = createMailboxModule({ clock })
})
const send = (
  to: string,
  {
    scene = 'register' as CodePurpose,
    code = '123456',
    channel = 'email' as 'email' | 'mobile',
  } = {},
) => mailbox.send({ to, channel, scene, code })
const read = async (to?: string) =>
  (await mailbox.routes[0]!.handler({
    query: to === undefined ? {} : { to },
  } as unknown as GatewayRequest)) as MailboxMessage[]
const refused = expect.objectContaining({ code: '40010' }) as Error

describe('the development mailbox (wire 10)', () => {
  it('exists in development only, by GET and without a session', () => {
    expect(
      mailbox.routes.map(({ method, path, access, developmentOnly }) => ({
        method,
        path,
        access,
        developmentOnly,
      })),
    ).toEqual([{ method: 'GET', path: '/v1/dev/mailbox', access: 'public', developmentOnly: true }])
  })

  it('shows what went to an address: to, scene, code and time', async () => {
    await send('a@b.c')
    expect(await read('a@b.c')).toEqual([
      { to: 'a@b.c', scene: 'register', code: '123456', at: 1_000 },
    ])
    expect(await read('x@b.c')).toEqual([])
  })

  it('shows the newest first, and only the newest of a scene', async () => {
    await send('a@b.c', { code: '1' })
    await clock.advance(5)
    await send('a@b.c', { scene: 'login', code: '2' })
    await clock.advance(5)
    await send('a@b.c', { code: '3' })
    expect((await read('a@b.c')).map(({ scene, code, at }) => [scene, code, at])).toEqual([
      ['register', '3', 1_010],
      ['login', '2', 1_005],
    ])
  })

  it('finds an address however it is cased or spaced', async () => {
    await send('a@b.c')
    expect(await read(' A@B.C ')).toHaveLength(1)
  })

  it('finds a number with a plus sign, unencoded plus or spaces', async () => {
    await send('+4917612345678', { channel: 'mobile' })
    for (const to of [
      '+4917612345678',
      ' 4917612345678',
      '4917612345678',
      '17612345678',
      '176 123 456 78',
    ])
      expect(await read(to), to).toHaveLength(1)
  })

  it('requires a whole number or address', async () => {
    await send('+4917612345678', { channel: 'mobile' })
    await send('user5678@b.c')
    expect(await read('678')).toEqual([])
    expect((await read('5678')).map(({ to }) => to)).toEqual(['+4917612345678'])
    expect(await read('5678@b.c')).toEqual([])
  })

  it.each([undefined, '', '  ', '+'])('refuses a question without an address: %j', async (to) => {
    await expect(read(to)).rejects.toThrow(refused)
  })

  it('keeps two thousand addresses and drops the oldest', async () => {
    await send('first@b.c')
    await send('second@b.c')
    await send('first@b.c', { scene: 'login' })
    for (let index = 0; index < 1_999; index++) await send(`u${index}@b.c`)
    expect(await read('second@b.c')).toEqual([])
    expect(await read('first@b.c')).toHaveLength(2)
    expect(await read('u1998@b.c')).toHaveLength(1)
  })
})
