import type { Clock, Random } from '@x/kit'
import type { Challenge, Solution } from 'altcha-lib/types'
import type { ExpiringStore } from '../expiring/ExpiringStore.ts'
import { invalidParameter, tooManyAttempts } from '../server/envelope.ts'
import { GatewayError } from '../server/route.ts'
import { addressGroup } from '../server/addressGroup.ts'
import { isAuthentic, isPass, passTokenOf, type Pass } from './passToken.ts'
import { createProofOfWork, type WorkSize } from './proofOfWork.ts'
import { drawPuzzle, type Layer } from './puzzle/drawPuzzle.ts'
import { PICTURE, PIECE_BOX, placeOf, RANGE } from './puzzle/geometry.ts'
import { isPlausibleTrail, type SlideAnswer } from './trail.ts'

/** The provider's side of the captcha: hands out puzzles, judges answers, vouches for them once. */
export interface Challenges {
  load(request: { captchaId: string; address: string }): Promise<LoadedChallenge>
  picture(lotNumber: string, layer: Layer): Promise<Buffer>
  /** `pass` when solved; else how many tries the puzzle still takes. */
  answer(lotNumber: string, answer: Answer): Promise<{ readonly pass: Pass } | { readonly triesLeft: number }>
  /** The captcha id that `value` is a pass for, once; `undefined` for anything else. */
  redeem(value: unknown): Promise<string | undefined>
}

export type Answer = { readonly slide: SlideAnswer } | { readonly work: Solution }

export interface LoadedChallenge {
  readonly lotNumber: string
  readonly width: number
  readonly height: number
  readonly piece: { readonly width: number; readonly height: number; readonly y: number }
  readonly range: number
  readonly work: Challenge
}

export interface ChallengesOptions {
  readonly store: ExpiringStore
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  /** Signs passes and work; the same on all nodes. */
  readonly secret: Buffer
  readonly work?: WorkSize
}

interface Lot {
  readonly captchaId: string
  readonly work: Challenge
}

const LOT_MS = 300_000
const PASS_MS = 300_000
const TOLERANCE_PX = 5
const TRIES_PER_LOT = 3
const LOTS_PER_ID = 20
const PICTURES_PER_LOT = 6
const LOTS_PER_ADDRESS = { count: 200, ttlMs: 600_000 }

export function createChallenges({ store, clock, random, secret, ...options }: ChallengesOptions): Challenges {
  const work = createProofOfWork({ secret, ...options })
  // The picture follows from the lot number, but only for who knows the secret.
  const seedOf = (lotNumber: string) => `${secret.toString('hex')}:${lotNumber}`
  const gone = () => new GatewayError('40103', 'This security check has expired, please load another')
  const limit = async (key: string, { count, ttlMs }: { count: number; ttlMs: number }) => {
    const now = await store.increment(key, { ttlMs })
    if (now.count > count) throw tooManyAttempts(now.expiresInMs)
  }

  return {
    async load({ captchaId, address }) {
      await limit(`captcha:address:${addressGroup(address)}`, LOTS_PER_ADDRESS)
      await limit(`captcha:lots:${captchaId}`, { count: LOTS_PER_ID, ttlMs: 600_000 })
      const lotNumber = Buffer.from(random.bytes(16)).toString('hex')
      const challenge = await work.create()
      await store.set(`lot:${lotNumber}`, { captchaId, work: challenge } satisfies Lot, { ttlMs: LOT_MS })
      const { y } = placeOf(seedOf(lotNumber))
      const { width, height } = PICTURE
      return { lotNumber, width, height, piece: { width: PIECE_BOX.width, height: PIECE_BOX.height, y }, range: RANGE, work: challenge }
    },

    async picture(lotNumber, layer) {
      if (!(await store.get<Lot>(`lot:${lotNumber}`))) throw gone()
      await limit(`lot:pictures:${lotNumber}`, { count: PICTURES_PER_LOT, ttlMs: LOT_MS })
      return drawPuzzle(seedOf(lotNumber), layer)
    },

    async answer(lotNumber, answer) {
      const lot = await store.get<Lot>(`lot:${lotNumber}`)
      if (!lot) throw gone()
      // Counted before it is judged, so that parallel guesses cannot share a try.
      const { count } = await store.increment(`lot:tries:${lotNumber}`, { ttlMs: LOT_MS })
      const isRight = count <= TRIES_PER_LOT && ('work' in answer ? await work.verify(lot.work, answer.work) : isRightSlide(answer.slide, placeOf(seedOf(lotNumber)).x))
      if (!isRight && count < TRIES_PER_LOT) return { triesLeft: TRIES_PER_LOT - count }
      const isMine = (await store.take<Lot>(`lot:${lotNumber}`)) !== undefined
      if (!isRight) return { triesLeft: 0 }
      if (!isMine) throw gone()
      return { pass: await issue(lotNumber, lot.captchaId) }
    },

    async redeem(value) {
      if (!isPass(value) || !isAuthentic(value, secret)) return undefined
      const age = clock.now() - Number(value.gen_time) * 1000
      const captchaId = await store.take<string>(`pass:${value.lot_number}`)
      return captchaId === value.captcha_id && age <= PASS_MS ? captchaId : undefined
    },
  }

  async function issue(lotNumber: string, captchaId: string): Promise<Pass> {
    const fields = { captcha_id: captchaId, lot_number: lotNumber, captcha_output: Buffer.from(random.bytes(24)).toString('base64'), gen_time: String(Math.floor(clock.now() / 1000)) }
    await store.set(`pass:${lotNumber}`, captchaId, { ttlMs: PASS_MS })
    return { ...fields, pass_token: passTokenOf(fields, secret) }
  }
}

function isRightSlide(slide: SlideAnswer, x: number): boolean {
  return Math.abs(slide.x - x) <= TOLERANCE_PX && isPlausibleTrail(slide, { range: RANGE })
}

/** @throws GatewayError 40010 for an answer of no known form. */
export function readAnswer(body: Readonly<Record<string, unknown>>): Answer {
  const { work, slide } = body as { work?: Solution; slide?: SlideAnswer }
  if (work) return { work }
  if (slide) return { slide }
  throw invalidParameter('slide', 'The answer is missing')
}
