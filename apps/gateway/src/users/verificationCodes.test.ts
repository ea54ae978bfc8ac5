import { createManualClock, type ManualClock } from '@x/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryExpiringStore } from '../expiring/createMemoryExpiringStore.ts'
import type { CodeMessage } from '../mailbox/CodeSender.ts'
import { nodeRandom } from '../nodePorts.ts'
import { createVerificationCodes, type CodeTarget, type VerificationCodes } from './verificationCodes.ts'

let clock: ManualClock
let codes: VerificationCodes
let sent: CodeMessage[]
const target: CodeTarget = { to: 'a@example.com', channel: 'email', scene: 'register' }
beforeEach(() => {
  clock = createManualClock()
  sent = []
  codes = createVerificationCodes({ store: createMemoryExpiringStore({ clock }), random: nodeRandom(), sender: { send: async (message) => void sent.push(message) } })
})
const send = (to = target, deliver = true) => codes.send(to, { bizId: 'biz', deliver })
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
    const fixed = createVerificationCodes({ store: createMemoryExpiringStore({ clock }), random: { bytes: () => bytes.shift()! }, sender: { send: async (message) => void sent.push(message) } })
    await fixed.send(target, { bizId: undefined, deliver: true })
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
  it('one a minute; the next makes the one before worthless, with five tries of its own', async () => {
    await send()
    const first = code()
    await expect(codes.check(target, 'xxxxxx')).rejects.toThrow()
    await expect(send()).rejects.toMatchObject({ code: '42901', data: { retryAfter: 60 } })
    await clock.advance(60_000)
    await send()
    if (first !== code()) await expect(codes.check(target, first)).rejects.toMatchObject({ code: '40102' })
    await codes.check(target, code())
  })
  it('ten an hour to one address', async () => {
    for (let minute = 0; minute < 10; minute++) {
      await send()
      await clock.advance(60_000)
    }
    await expect(send()).rejects.toMatchObject({ code: '42901' })
  })
  it('remember the captcha that paid for them', async () => {
    expect(await codes.paidBy(target)).toBeUndefined()
    await send()
    expect(await codes.paidBy(target)).toBe('biz')
  })
  it('that must not be delivered are made all the same', async () => {
    await send(target, false)
    expect(sent).toEqual([])
    expect(await codes.paidBy(target)).toBe('biz')
  })
  it('are refused where nothing can deliver them', async () => {
    const mute = createVerificationCodes({ store: createMemoryExpiringStore({ clock }), random: nodeRandom(), sender: undefined })
    await expect(mute.send(target, { bizId: 'biz', deliver: true })).rejects.toMatchObject({ code: '00006' })
  })
})
