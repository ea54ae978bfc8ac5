import { createManualClock, type ManualClock } from '@x/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import type { CodeMessage } from '../delivery/ports/MessageSender.ts'
import { nodeRandom } from '../../platform/nodePorts.ts'
import { silentLog } from '../../platform/log/Log.ts'
import {
  createVerificationCodes,
  type CodeTarget,
  type VerificationCodes,
} from './verificationCodes.ts'

const [HERE, ELSEWHERE] = ['192.0.2.1', '198.51.100.1']
let clock: ManualClock
let codes: VerificationCodes
let sent: CodeMessage[]
const target: CodeTarget = { to: 'a@example.com', channel: 'email', scene: 'register' }
beforeEach(() => {
  clock = createManualClock()
  sent = []
  codes = createVerificationCodes({
    store: createMemoryTtlStore({ clock }),
    clock,
    log: silentLog,
    codeKey: Buffer.alloc(32, 1),
    random: nodeRandom(),
    sender: { send: async (message) => void sent.push(message) },
  })
})
const send = (to = target, deliver = true, asker = HERE) =>
  codes.send(to, { bizId: 'biz', deliver, asker })
const check = (to: CodeTarget, text: unknown, guesser = HERE) => codes.check(to, text, { guesser })
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
    const fixed = createVerificationCodes({
      store: createMemoryTtlStore({ clock }),
      clock,
      log: silentLog,
      codeKey: Buffer.alloc(32, 1),
      random: { bytes: () => bytes.shift()! },
      sender: { send: async (message) => void sent.push(message) },
    })
    await fixed.send(target, { bizId: undefined, deliver: true, asker: HERE })
    expect(code()).toBe('000007')
  })
  it('stay until they are spent, and serve once', async () => {
    await send()
    await check(target, code())
    await check(target, ` ${code()} `)
    await codes.spend(target)
    await expect(codes.spend(target)).rejects.toMatchObject({ code: '40102' })
    await expect(check(target, code())).rejects.toMatchObject({ code: '40102' })
  })
  it('live ten minutes', async () => {
    await send()
    await clock.advance(600_000)
    await expect(check(target, code())).rejects.toMatchObject({ code: '40102' })
  })
  it('take five tries', async () => {
    await send()
    for (let guess = 0; guess < 5; guess++)
      await expect(check(target, 'xxxxxx')).rejects.toMatchObject({ code: '40102' })
    await expect(check(target, code())).rejects.toMatchObject({ code: '40102' })
  })
  it('separates codes by scene and address', async () => {
    await send()
    await expect(check({ ...target, scene: 'login' }, code())).rejects.toMatchObject({
      code: '40102',
    })
    await expect(check({ ...target, to: 'b@example.com' }, code())).rejects.toMatchObject({
      code: '40102',
    })
  })
  it('sends one a minute to one asker, each with five tries', async () => {
    await send()
    await expect(check(target, 'xxxxxx')).rejects.toThrow()
    await expect(send()).rejects.toMatchObject({ code: '42901', data: { retryAfter: 60 } })
    await clock.advance(60_000)
    await send()
    for (let guess = 0; guess < 4; guess++) await expect(check(target, 'xxxxxx')).rejects.toThrow()
    await check(target, code())
  })
  it('keeps a code valid when an anonymous caller asks for another', async () => {
    await send()
    const mine = code()
    await send(target, true, ELSEWHERE)
    await check(target, mine)
    await check(target, code())
  })
  it('keeps three at a time, each for ten minutes', async () => {
    const all: string[] = []
    for (const asker of ['a', 'b', 'c', 'd']) {
      await send(target, true, asker)
      all.push(code())
      await clock.advance(60_000)
    }
    expect(await codes.paidBy(target)).toHaveLength(3)
    await check(target, all[1])
    await clock.advance(420_000)
    expect(await codes.paidBy(target)).toHaveLength(2)
    await check(target, all[2])
  })
  it('are used up together', async () => {
    await send()
    const mine = code()
    await send(target, true, ELSEWHERE)
    await codes.spend(target)
    await expect(check(target, mine)).rejects.toMatchObject({ code: '40102' })
    await expect(check(target, code())).rejects.toMatchObject({ code: '40102' })
  })
  it("keeps the owner's allowance from other askers", async () => {
    for (let minute = 0; minute < 10; minute++) {
      await send(target, true, ELSEWHERE)
      await clock.advance(60_000)
    }
    await expect(send(target, true, ELSEWHERE)).rejects.toMatchObject({ code: '42901' })
    await send()
  })
  it('sends thirty an hour to one address', async () => {
    for (let asker = 0; asker < 30; asker++) await send(target, true, `203.0.113.${asker}`)
    await expect(send()).rejects.toMatchObject({ code: '42901' })
  })
  it('sends ten an hour to one address', async () => {
    for (let minute = 0; minute < 10; minute++) {
      await send()
      await clock.advance(60_000)
    }
    await expect(send()).rejects.toMatchObject({ code: '42901' })
  })
  it('allows twenty guesses an hour over all codes and addresses', async () => {
    const GUESSER = (at: number) => `203.0.113.${at}`
    let guesses = 0
    for (let at = 0; at < 4; at++) {
      await send(target, true, GUESSER(at))
      for (let guess = 0; guess < 5; guess++)
        await expect(check(target, 'xxxxxx', GUESSER(at)), String(guesses++)).rejects.toMatchObject(
          { code: '40102' },
        )
    }
    await expect(send(target, true, GUESSER(9))).rejects.toMatchObject({
      code: '42901',
      data: { retryAfter: 3_600 },
      message: expect.stringContaining('Too many wrong codes') as string,
    })
    await clock.advance(3_600_000)
    await send()
    await check(target, code())
  })
  it('allows ten guesses an hour from one address', async () => {
    for (let round = 0; round < 2; round++) {
      await send(target, true, ELSEWHERE)
      for (let guess = 0; guess < 5; guess++)
        await expect(check(target, 'xxxxxx', ELSEWHERE)).rejects.toMatchObject({ code: '40102' })
      await clock.advance(60_000)
    }
    await expect(send(target, true, ELSEWHERE)).rejects.toMatchObject({ code: '42901' })
    await send()
    for (let guess = 0; guess < 30; guess++)
      await expect(check(target, 'xxxxxx', ELSEWHERE)).rejects.toMatchObject({ code: '42901' })
    await check(target, code())
  })
  it('a place of IPv6 is its network', async () => {
    for (let round = 0; round < 2; round++) {
      await send(target, true, '2001:db8::1')
      for (let guess = 0; guess < 5; guess++)
        await expect(check(target, 'xxxxxx', `2001:db8::${round}${guess}`)).rejects.toMatchObject({
          code: '40102',
        })
      await clock.advance(60_000)
    }
    await send()
    await expect(check(target, code(), '2001:db8::ffff')).rejects.toMatchObject({ code: '42901' })
  })
  it('resets guesses after the right code, counted per scene and address', async () => {
    for (let round = 0; round < 6; round++) {
      await send()
      for (let guess = 0; guess < 4; guess++)
        await expect(check(target, 'xxxxxx')).rejects.toMatchObject({ code: '40102' })
      await check(target, code())
      await codes.spend(target)
      await clock.advance(60_000)
    }
    for (let round = 0; round < 2; round++) {
      await send()
      for (let guess = 0; guess < 5; guess++)
        await expect(check(target, 'xxxxxx')).rejects.toMatchObject({ code: '40102' })
      await clock.advance(60_000)
    }
    await expect(send()).rejects.toMatchObject({ code: '42901' })
    await send({ ...target, scene: 'login' })
    await check({ ...target, scene: 'login' }, code())
  })
  it('guesses made at once share no try', async () => {
    await send()
    const answers = await Promise.allSettled(
      Array.from({ length: 60 }, (_, guess) => check(target, 'xxxxxx', `203.0.113.${guess}`)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([])
    await expect(check(target, code())).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:40102|42901)$/) as string,
    })
  })
  it('remember the captcha that paid for them', async () => {
    expect(await codes.paidBy(target)).toEqual([])
    await send()
    expect(await codes.paidBy(target)).toEqual(['biz'])
  })
  it('creates codes even when they must not be delivered', async () => {
    await send(target, false)
    expect(sent).toEqual([])
    expect(await codes.paidBy(target)).toEqual(['biz'])
  })
  it('are refused where nothing can deliver them', async () => {
    const mute = createVerificationCodes({
      store: createMemoryTtlStore({ clock }),
      clock,
      log: silentLog,
      codeKey: Buffer.alloc(32, 1),
      random: nodeRandom(),
      sender: undefined,
    })
    await expect(
      mute.send(target, { bizId: 'biz', deliver: true, asker: HERE }),
    ).rejects.toMatchObject({ code: '00006' })
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
    const log = {
      ...silentLog,
      warn: (message: string, fields = {}) =>
        void lines.push(`${message} ${JSON.stringify(fields)}`),
    }
    return {
      lines,
      tries,
      codes: createVerificationCodes({
        store: createMemoryTtlStore({ clock }),
        clock,
        log,
        codeKey: Buffer.alloc(32, 1),
        random: nodeRandom(),
        sender,
      }),
    }
  }
  const options = { bizId: 'biz', deliver: true, asker: HERE }

  it('is not waited for', async () => {
    const stuck = createVerificationCodes({
      store: createMemoryTtlStore({ clock }),
      clock,
      log: silentLog,
      codeKey: Buffer.alloc(32, 1),
      random: nodeRandom(),
      sender: { send: () => new Promise(() => {}) },
    })
    await expect(stuck.send(target, options)).resolves.toBeUndefined()
  })
  it('retries when the provider fails, invisible to the asker', async () => {
    const { codes: flaky, tries } = failing(2)
    await expect(flaky.send(target, options)).resolves.toBeUndefined()
    await clock.advance(1_000)
    await clock.advance(5_000)
    expect(tries).toHaveLength(3)
    await clock.advance(60_000)
    expect(tries).toHaveLength(3)
    await flaky.check(target, tries[0], { guesser: HERE })
  })
  it('gives up after four tries, logging neither address nor code', async () => {
    const { codes: dead, tries, lines } = failing(9)
    await dead.send(target, options)
    for (const pause of [1_000, 5_000, 15_000, 60_000]) await clock.advance(pause)
    expect(tries).toHaveLength(4)
    expect(lines.at(-1)).toBe(
      'A code could not be delivered {"channel":"email","error":"TypeError"}',
    )
    expect(lines.join()).not.toContain('example.com')
    expect(lines.join()).not.toContain(tries[0])
  })
})
