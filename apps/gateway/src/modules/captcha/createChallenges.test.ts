import { createManualClock, type ManualClock } from '@x/kit/testing'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import { nodeRandom } from '../../platform/nodePorts.ts'
import { createChallenges, type Challenges, type LoadedChallenge } from './createChallenges.ts'
import { passTokenOf, type Pass } from './passToken.ts'
import { placeOf } from './puzzle/geometry.ts'

const secret = Buffer.alloc(32, 9)
const ADDRESS = '192.0.2.1'
const TEN_MINUTES = 600_000

let clock: ManualClock
let challenges: Challenges
let ids = 0
beforeEach(() => {
  clock = createManualClock(1_732_238_512_345)
  challenges = createChallenges({
    store: createMemoryTtlStore({ clock }),
    clock,
    random: nodeRandom(),
    secret,
    work: { cost: 1, tries: [1, 4] },
  })
})

const newId = () => String(ids++).padStart(32, '0')
const load = (captchaId = newId(), address = ADDRESS) => challenges.load({ captchaId, address })
const solve = async (challenge: Challenge) => (await solveChallenge({ challenge, deriveKey }))!
const xOf = (lotNumber: string) => placeOf(`${secret.toString('hex')}:${lotNumber}`).x
function drag(x: number) {
  const shares = [0, 0.08, 0.31, 0.55, 0.82, 0.95, 1]
  return {
    x,
    by: 'pointer' as const,
    trail: shares.map(
      (share, index) => [index * 60 + (index % 3) * 11, Math.round(x * share)] as const,
    ),
  }
}
async function slide(
  lot: LoadedChallenge,
  x: number,
  { address = ADDRESS, canCalculate = true } = {},
) {
  return challenges.answer({
    lotNumber: lot.lotNumber,
    address,
    canCalculate,
    answer: { slide: drag(x), toll: canCalculate ? await solve(lot.toll) : undefined },
  })
}
const codeOf = (answering: Promise<unknown>) =>
  answering.then(
    () => '0',
    (error: { code: string }) => error.code,
  )
async function pass(captchaId = newId()): Promise<Pass> {
  const lot = await load(captchaId)
  return ((await slide(lot, xOf(lot.lotNumber))) as { pass: Pass }).pass
}

describe('captcha C, reference challenge: limits', () => {
  it('allows an address sixty puzzles in ten minutes, unlimited calculations', async () => {
    for (let time = 0; time < 60; time++)
      expect(await slide(await load(), 0)).toEqual({ triesLeft: 0 })
    const lot = await load()
    await expect(slide(lot, xOf(lot.lotNumber))).rejects.toMatchObject({
      code: '42901',
      data: { retryAfter: 600 },
    })
    const { lotNumber } = lot
    expect(
      await challenges.answer({
        lotNumber,
        address: ADDRESS,
        canCalculate: true,
        answer: { work: await solve(lot.work) },
      }),
    ).toHaveProperty('pass')
  })

  it('spares another address, but not an IPv6 neighbour', async () => {
    const from = async (address: string) => codeOf(slide(await load(), 0, { address }))
    for (let time = 0; time < 60; time++) await from('2001:db8::1')
    expect(await from('2001:db8::ffff')).toBe('42901')
    expect(await from('2001:db8:0:1::1')).toBe('0')
    expect(await from('192.0.2.9')).toBe('0')
  })

  it('answers again ten minutes after the first', async () => {
    for (let time = 0; time < 60; time++) await slide(await load(), 0)
    await clock.advance(TEN_MINUTES - 1)
    expect(await codeOf(slide(await load(), 0))).toBe('42901')
    await clock.advance(1)
    expect(await codeOf(slide(await load(), 0))).toBe('0')
  })

  it('an action answers five, and a right one counts as well', async () => {
    const id = newId()
    const answer = async () => {
      const lot = await load(id)
      return codeOf(slide(lot, xOf(lot.lotNumber)))
    }
    const codes = [
      await answer(),
      await answer(),
      await answer(),
      await answer(),
      await answer(),
      await answer(),
    ]
    expect(codes).toEqual(['0', '0', '0', '0', '0', '42901'])
  })

  it('allows one calculation of a limited puzzle', async () => {
    const id = newId()
    for (let time = 0; time < 5; time++) await slide(await load(id), 0)
    const lot = await load(id)
    expect(await codeOf(slide(lot, 0))).toBe('42901')
    const work = await solve(lot.work)
    const calculate = () =>
      challenges.answer({
        lotNumber: lot.lotNumber,
        address: ADDRESS,
        canCalculate: true,
        answer: { work },
      })
    expect(await calculate()).toHaveProperty('pass')
    expect(await codeOf(calculate())).toBe('40103')
  })

  it('an address gets two hundred puzzles in ten minutes, an action twenty', async () => {
    for (let time = 0; time < 200; time++) await load()
    await expect(load()).rejects.toMatchObject({ code: '42901', data: { retryAfter: 600 } })
    const id = newId()
    for (let time = 0; time < 20; time++) await load(id, '192.0.2.2')
    expect(await codeOf(load(id, '192.0.2.2'))).toBe('42901')
    expect(await codeOf(load(newId(), '192.0.2.2'))).toBe('0')
  })

  it('a puzzle waits five minutes', async () => {
    const [first, second] = [await load(), await load()]
    await clock.advance(299_999)
    expect(await slide(first, xOf(first.lotNumber))).toHaveProperty('pass')
    await clock.advance(1)
    expect(await codeOf(slide(second, xOf(second.lotNumber)))).toBe('40103')
    expect(await codeOf(challenges.picture(second.lotNumber, 'piece'))).toBe('40103')
  })
})

describe('captcha C, reference challenge: passes', () => {
  it('serve once, also when asked twice at the same time', async () => {
    const made = await pass()
    const answers = await Promise.all([
      challenges.redeem(made),
      challenges.redeem(made),
      challenges.redeem(made),
    ])
    expect(answers.filter(Boolean)).toEqual([made.captcha_id])
  })

  it('serve for 300 seconds', async () => {
    const [early, late] = [await pass(), await pass()]
    await clock.advance(299_000)
    expect(await challenges.redeem(early)).toBe(early.captcha_id)
    await clock.advance(1_000)
    expect(await challenges.redeem(late)).toBeUndefined()
  })

  it('refuses forgotten challenges that are signed again with a later time', async () => {
    const made = await pass()
    await clock.advance(300_000)
    const { pass_token: _, ...fields } = {
      ...made,
      gen_time: String(Math.floor(clock.now() / 1000)),
    }
    expect(
      await challenges.redeem({ ...fields, pass_token: passTokenOf(fields, secret) }),
    ).toBeUndefined()
  })

  it('rejects passes of another action', async () => {
    const made = await pass()
    const { pass_token: _, ...fields } = { ...made, captcha_id: newId() }
    expect(
      await challenges.redeem({ ...fields, pass_token: passTokenOf(fields, secret) }),
    ).toBeUndefined()
    // The forged copy used it up: a leaked secret gains no second use.
    expect(await challenges.redeem(made)).toBeUndefined()
  })

  it('rejects passes of another gateway', async () => {
    const made = await pass()
    const elsewhere = createChallenges({
      store: createMemoryTtlStore({ clock }),
      clock,
      random: nodeRandom(),
      secret,
      work: { cost: 1, tries: [1, 4] },
    })
    expect(await elsewhere.redeem(made)).toBeUndefined()
  })

  it.each([
    [
      'a border between fields moved',
      ({ captcha_id, lot_number, ...rest }: Pass) => ({
        ...rest,
        captcha_id: captcha_id + lot_number[0],
        lot_number: lot_number.slice(1),
      }),
    ],
    [
      'the token in upper case',
      (made: Pass) => ({ ...made, pass_token: made.pass_token.toUpperCase() }),
    ],
    ['the token cut', (made: Pass) => ({ ...made, pass_token: made.pass_token.slice(0, 63) })],
    ['no token', (made: Pass) => ({ ...made, pass_token: '' })],
  ])('are forged by %s', async (_, forge) => {
    const made = await pass()
    expect(await challenges.redeem(forge(made))).toBeUndefined()
    expect(await challenges.redeem(made)).toBe(made.captcha_id)
  })
})
