import type { Clock, Random } from '@x/kit'
import type { Challenge, Solution } from 'altcha-lib/types'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import { malformedParameter, tooManyAttempts } from '../../platform/http/envelope.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { limitAddress } from '../../platform/http/addressLimit.ts'
import { isAuthentic, isPass, passTokenOf, type Pass } from './passToken.ts'
import { createProofOfWork, DEFAULT_WORK, type WorkSize } from './proofOfWork.ts'
import { drawPuzzle, type Layer } from './puzzle/drawPuzzle.ts'
import { PICTURE, PIECE_BOX, placeOf, RANGE } from './puzzle/geometry.ts'
import { isPlausiblePath, type SlideAnswer } from './pointerPath.ts'

/** The provider's side of the captcha: gives out puzzles, judges answers, vouches for them once. */
export interface Challenges {
  load(request: { captchaId: string; address: string }): Promise<LoadedChallenge>
  picture(lotNumber: string, layer: Layer): Promise<Buffer>
  /** `pass` when solved. A puzzle takes one answer: after a wrong one no try is left. */
  answer(request: AnswerRequest): Promise<{ readonly pass: Pass } | { readonly triesLeft: 0 }>
  /** The captcha id that `value` is a pass for, once; `undefined` for anything else. */
  redeem(value: unknown): Promise<string | undefined>
}

/** A slide comes with its toll, the small calculation; the large one stands alone. */
export type Answer =
  | { readonly slide: SlideAnswer; readonly toll?: Solution | undefined }
  | { readonly work: Solution }

export interface AnswerRequest {
  readonly lotNumber: string
  readonly answer: Answer
  readonly address: string
  /** Whether the page can calculate: browsers do so in secure contexts only. */
  readonly canCalculate: boolean
}

export interface LoadedChallenge {
  readonly lotNumber: string
  readonly width: number
  readonly height: number
  readonly piece: { readonly width: number; readonly height: number; readonly y: number }
  readonly range: number
  /** Instead of the puzzle. */
  readonly work: Challenge
  /** With the puzzle; a tenth of `work`. */
  readonly toll: Challenge
}

export interface ChallengesOptions {
  readonly store: TtlStore
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  /** Signs passes and work; the same on all nodes. */
  readonly secret: Buffer
  readonly work?: WorkSize
}

interface Lot {
  readonly captchaId: string
  readonly work: Challenge
  readonly toll: Challenge
}

const LOT_MS = 300_000
const PASS_MS = 300_000
/**
 * 7 of 187 places count: one blind guess in 27, and each costs a puzzle and its toll
 * (docs/adr/captcha.md).
 */
const TOLERANCE_PX = 3
const TOLL_SHARE = 10
const LOTS_PER_ID = 20
const PICTURES_PER_LOT = 6
const LOTS_PER_ADDRESS = { most: 200, ttlMs: 600_000 }
/**
 * Beyond these only the calculation is taken. Right slides count too: what is counted before it is
 * judged cannot be raced.
 */
const SLIDES_PER_ID = { count: 5, ttlMs: 600_000 }
const SLIDES_PER_ADDRESS = { most: 60, ttlMs: 600_000 }

export function createChallenges({
  store,
  clock,
  random,
  secret,
  work: size = DEFAULT_WORK,
}: ChallengesOptions): Challenges {
  const work = createProofOfWork({ secret, work: size, name: 'work' })
  const toll = createProofOfWork({ secret, work: tollOf(size), name: 'toll' })
  const ports = { store, clock, random, secret }
  // The picture follows from the lot number, but only for who knows the secret.
  const seedOf = (lotNumber: string) => `${secret.toString('hex')}:${lotNumber}`

  return {
    async load({ captchaId, address }) {
      await limitAddress(store, { name: 'captcha:address', address, ...LOTS_PER_ADDRESS })
      await limit(store, `captcha:lots:${captchaId}`, { count: LOTS_PER_ID, ttlMs: 600_000 })
      const lotNumber = Buffer.from(random.bytes(16)).toString('hex')
      const tasks = { work: await work.create(), toll: await toll.create() }
      await store.set(`lot:${lotNumber}`, { captchaId, ...tasks } satisfies Lot, { ttlMs: LOT_MS })
      const { y } = placeOf(seedOf(lotNumber))
      return { lotNumber, ...layoutOf(y), ...tasks }
    },

    async picture(lotNumber, layer) {
      if (!(await store.get<Lot>(`lot:${lotNumber}`))) throw gone()
      await limit(store, `lot:pictures:${lotNumber}`, { count: PICTURES_PER_LOT, ttlMs: LOT_MS })
      return drawPuzzle(seedOf(lotNumber), layer)
    },

    async answer({ lotNumber, answer, address, canCalculate }) {
      const waiting = await store.get<Lot>(`lot:${lotNumber}`)
      if (!waiting) throw gone()
      if ('slide' in answer) {
        if (canCalculate && !answer.toll)
          throw malformedParameter('toll', 'The calculation that goes with the puzzle is missing')
        await limitSlides(store, { address, captchaId: waiting.captchaId })
      }
      // Taken before it is judged, so that parallel guesses cannot share a puzzle.
      const lot = await store.take<Lot>(`lot:${lotNumber}`)
      if (!lot) throw gone()
      const isRight =
        'work' in answer
          ? await work.verify(lot.work, answer.work)
          : isRightSlide(answer.slide, placeOf(seedOf(lotNumber)).x) &&
            (!canCalculate || (await toll.verify(lot.toll, answer.toll!)))
      return isRight
        ? { pass: await issue(lotNumber, { ...ports, captchaId: lot.captchaId }) }
        : { triesLeft: 0 }
    },

    async redeem(value) {
      if (!isPass(value) || !isAuthentic(value, secret)) return undefined
      const age = clock.now() - Number(value.gen_time) * 1000
      const captchaId = await store.take<string>(`pass:${value.lot_number}`)
      return captchaId === value.captcha_id && age <= PASS_MS ? captchaId : undefined
    },
  }
}

/** The sizes that a page needs before it has the pictures. */
function layoutOf(y: number) {
  const { width, height } = PICTURE
  const piece = { width: PIECE_BOX.width, height: PIECE_BOX.height, y }
  return { width, height, piece, range: RANGE }
}

async function issue(
  lotNumber: string,
  {
    store,
    clock,
    random,
    secret,
    captchaId,
  }: Pick<ChallengesOptions, 'store' | 'clock' | 'random' | 'secret'> & {
    readonly captchaId: string
  },
): Promise<Pass> {
  const fields = {
    captcha_id: captchaId,
    lot_number: lotNumber,
    captcha_output: Buffer.from(random.bytes(24)).toString('base64'),
    gen_time: String(Math.floor(clock.now() / 1000)),
  }
  await store.set(`pass:${lotNumber}`, captchaId, { ttlMs: PASS_MS })
  return { ...fields, pass_token: passTokenOf(fields, secret) }
}

function isRightSlide(slide: SlideAnswer, x: number): boolean {
  return Math.abs(slide.x - x) <= TOLERANCE_PX && isPlausiblePath(slide, { range: RANGE })
}

/** @throws GatewayError 40010 for an answer of no known form. */
export function readAnswer(body: Readonly<Record<string, unknown>>): Answer {
  const { work, slide, toll } = body as { work?: Solution; slide?: SlideAnswer; toll?: Solution }
  if (work) return { work }
  if (slide) return { slide, toll }
  throw malformedParameter('slide', 'The answer is missing')
}

/** A tenth of the calculation, for those who solve the puzzle as well. */
export function tollOf({ cost, tries: [fewest, most] }: WorkSize): WorkSize {
  return { cost, tries: [Math.ceil(fewest / TOLL_SHARE), Math.ceil(most / TOLL_SHARE) + 1] }
}

const gone = () => new GatewayError('40103', 'This security check has expired, please load another')

async function limit(
  store: TtlStore,
  key: string,
  { count, ttlMs }: { readonly count: number; readonly ttlMs: number },
): Promise<void> {
  const now = await store.increment(key, { ttlMs })
  if (now.count > count) throw tooManyAttempts(now.expiresInMs)
}

async function limitSlides(
  store: TtlStore,
  { address, captchaId }: { readonly address: string; readonly captchaId: string },
): Promise<void> {
  await limitAddress(store, { name: 'captcha:slides:address', address, ...SLIDES_PER_ADDRESS })
  await limit(store, `captcha:slides:id:${captchaId}`, SLIDES_PER_ID)
}
