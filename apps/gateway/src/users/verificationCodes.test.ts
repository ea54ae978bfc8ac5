import { createManualClock, type ManualClock } from '@x/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryExpiringStore } from '../expiring/createMemoryExpiringStore.ts'
import type { CodeMessage } from '../mailbox/CodeSender.ts'
import { nodeRandom } from '../nodePorts.ts'
import { silentLog } from '../server/Log.ts'
import { createVerificationCodes, type CodeTarget, type VerificationCodes } from './verificationCodes.ts'

let clock: ManualClock
let codes: VerificationCodes
let sent: CodeMessage[]
const target: CodeTarget = { to: 'a@example.com', channel: 'email', scene: 'register' }
beforeEach(() => {
  clock = createManualClock()
  sent = []
  codes = createVerificationCodes({ store: createMemoryExpiringStore({ clock }), clock, log: silentLog, random: nodeRandom(), sender: { send: async (message) => void sent.push(message) } })
})
const send = (to = target, deliver = true, asker = 'here') => codes.send(to, { bizId: 'biz', deliver, asker })
const code = () => sent.at(-1)?.code ?? ''

describe('verification codes', () => {
  it('are six digits, each as likely as any', async () => {
    const seen = new Set<string>()
    for (let index = 0; index < 200; index++) {
      await send({ ...target, to: `${index}@example.com` })
      expect(code()).toMatch(/^\d{6}$/)
      seen.add(code())
    }
    expect(seen.size).toBeGreaterThan(195)
  })
  it('draw again where a remainder would favour some', async () => {
    const bytes = [Uint8Array.of(255, 255, 255, 255), Uint8Array.of(0, 0, 0, 7)]
    const fixed = createVerificationCodes({ store: createMemoryExpiringStore({ clock }), clock, log: silentLog, random: { bytes: () => bytes.shift()! }, sender: { send: async (message) => void sent.push(message) } })
    await fixed.send(target, { bizId: undefined, deliver: true, asker: 'here' })
    expect(code()).toBe('000007')
  })
  it('stay until they are spent, and serve once', async () => {
    await send()
    await codes.check(target, code())
    await codes.check(target, ` ${code()} `)
    await codes.spend(target)
    await expect(codes.spend(target)).rejects.toMatchObject({ code: '40102' })
    await expect(codes.check(target, code())).rejects.toMatchObject({ code: '40102' })
  })
  it('live ten minutes', async () => {
    await send()
    await clock.advance(600_000)
    await expect(codes.check(target, code())).rejects.toMatchObject({ code: '40102' })
  })
  it('take five tries', async () => {
    await send()
    for (let guess = 0; guess < 5; guess++) await expect(codes.check(target, 'xxxxxx')).rejects.toMatchObject({ code: '40102' })
    await expect(codes.check(target, code())).rejects.toMatchObject({ code: '40102' })
  })
  it('of one scene or address are none of another', async () => {
    await send()
    await expect(codes.check({ ...target, scene: 'login' }, code())).rejects.toMatchObject({ code: '40102' })
    await expect(codes.check({ ...target, to: 'b@example.com' }, code())).rejects.toMatchObject({ code: '40102' })
  })
  it('one a minute to one asker; the next has five tries of its own', async () => {
    await send()
    await expect(codes.check(target, 'xxxxxx')).rejects.toThrow()
    await expect(send()).rejects.toMatchObject({ code: '42901', data: { retryAfter: 60 } })
    await clock.advance(60_000)
    await send()
    for (let guess = 0; guess < 4; guess++) await expect(codes.check(target, 'xxxxxx')).rejects.toThrow()
    await codes.check(target, code())
  })
  it('live on when somebody else asks for one: a stranger takes nobody’s code away', async () => {
    await send()
    const mine = code()
    await send(target, true, 'elsewhere')
    await codes.check(target, mine)
    await codes.check(target, code())
  })
  it('three at a time, each for its own ten minutes', async () => {
    const all: string[] = []
    for (const asker of ['a', 'b', 'c', 'd']) {
      await send(target, true, asker)
      all.push(code())
      await clock.advance(60_000)
    }
    expect(await codes.paidBy(target)).toHaveLength(3)
    await codes.check(target, all[1])
    await clock.advance(420_000)
    expect(await codes.paidBy(target)).toHaveLength(2)
    await codes.check(target, all[2])
  })
  it('are used up together', async () => {
    await send()
    const mine = code()
    await send(target, true, 'elsewhere')
    await codes.spend(target)
    await expect(codes.check(target, mine)).rejects.toMatchObject({ code: '40102' })
    await expect(codes.check(target, code())).rejects.toMatchObject({ code: '40102' })
  })
  it('a stranger who asks too often does not keep the owner from asking', async () => {
    for (let minute = 0; minute < 10; minute++) {
      await send(target, true, 'elsewhere')
      await clock.advance(60_000)
    }
    await expect(send(target, true, 'elsewhere')).rejects.toMatchObject({ code: '42901' })
    await send()
  })
  it('thirty an hour to one address, whoever asks', async () => {
    for (let asker = 0; asker < 30; asker++) await send(target, true, `asker ${asker}`)
    await expect(send()).rejects.toMatchObject({ code: '42901' })
  })
  it('ten an hour to one address', async () => {
    for (let minute = 0; minute < 10; minute++) {
      await send()
      await clock.advance(60_000)
    }
    await expect(send()).rejects.toMatchObject({ code: '42901' })
  })
  it('remember the captcha that paid for them', async () => {
    expect(await codes.paidBy(target)).toEqual([])
    await send()
    expect(await codes.paidBy(target)).toEqual(['biz'])
  })
  it('that must not be delivered are made all the same', async () => {
    await send(target, false)
    expect(sent).toEqual([])
    expect(await codes.paidBy(target)).toEqual(['biz'])
  })
  it('are refused where nothing can deliver them', async () => {
    const mute = createVerificationCodes({ store: createMemoryExpiringStore({ clock }), clock, log: silentLog, random: nodeRandom(), sender: undefined })
    await expect(mute.send(target, { bizId: 'biz', deliver: true, asker: 'here' })).rejects.toMatchObject({ code: '00006' })
  })
})

describe('the delivery of a code', () => {
  const failing = (times: number) => {
    const lines: string[] = []
    const tries: string[] = []
    const sender = {
      async send({ code: text }: CodeMessage) {
        tries.push(text)
        if (tries.length <= times) throw new TypeError(`no route to a@example.com with ${text}`)
      },
    }
    const log = { ...silentLog, warn: (message: string, fields = {}) => void lines.push(`${message} ${JSON.stringify(fields)}`) }
    return { lines, tries, codes: createVerificationCodes({ store: createMemoryExpiringStore({ clock }), clock, log, random: nodeRandom(), sender }) }
  }
  const options = { bizId: 'biz', deliver: true, asker: 'here' }

  it('is not waited for', async () => {
    const stuck = createVerificationCodes({ store: createMemoryExpiringStore({ clock }), clock, log: silentLog, random: nodeRandom(), sender: { send: () => new Promise(() => {}) } })
    await expect(stuck.send(target, options)).resolves.toBeUndefined()
  })
  it('is tried again when the provider fails, and the asker learns nothing of it', async () => {
    const { codes: flaky, tries } = failing(2)
    await expect(flaky.send(target, options)).resolves.toBeUndefined()
    await clock.advance(1_000)
    await clock.advance(5_000)
    expect(tries).toHaveLength(3)
    await clock.advance(60_000)
    expect(tries).toHaveLength(3)
    await flaky.check(target, tries[0])
  })
  it('is given up after four tries, with lines in the log that name neither address nor code', async () => {
    const { codes: dead, tries, lines } = failing(9)
    await dead.send(target, options)
    for (const pause of [1_000, 5_000, 15_000, 60_000]) await clock.advance(pause)
    expect(tries).toHaveLength(4)
    expect(lines.at(-1)).toBe('A code could not be delivered {"channel":"email","error":"TypeError"}')
    expect(lines.join()).not.toContain('example.com')
    expect(lines.join()).not.toContain(tries[0])
  })
})
