import { api, type RequestOf, type Verification } from '@x/api'
import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { route } from '../../platform/http/contractRoute.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import type { GatewayModule, GatewayRequest } from '../../platform/http/route.ts'
import { createSecretSeal, type SecretSeal } from '../../platform/security/sealSecret.ts'
import { presentUser } from '../users/ports/users.ts'
import type { IdentityForm, IdentityReview } from './ports/IdentityReview.ts'
import {
  decideForm,
  filesOf,
  findFile,
  findVerification,
  putFile,
  submitForm,
  verificationLevel,
  waitingVerifications,
} from './queries.ts'
import { formIsFixed, readPicture } from './readPicture.ts'

export interface VerificationOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  /** 32 bytes that forms and pictures are sealed with. */
  readonly sealKey: Uint8Array
  /** What each level may withdraw a day, in whole USDT. */
  readonly limits: readonly { readonly level: number; readonly dailyWithdrawal: string }[]
  /** Called with each decision about a form. */
  readonly onDecision: (userId: string) => void
}

export interface VerificationModule extends GatewayModule {
  /** 0 or 1. */
  levelOf(userId: string): Promise<0 | 1>
  readonly review: IdentityReview
}

const QUEUE = 50
const ADULT_YEARS = 18

/** The identity form with its pictures, and the operators' queue of them (products 7). */
export function createVerificationModule(options: VerificationOptions): VerificationModule {
  const { db, clock } = options
  const seal = createSecretSeal({ key: options.sealKey, random: options.random })
  const view = (userId: string) => viewOf(options, userId)
  return {
    levelOf: (userId) => verificationLevel(db, userId),
    review: createReview(options, seal),
    routes: [
      route(api.verification.detail, async (request) =>
        view((await presentUser(db, request)).user.id),
      ),
      route(api.verification.file, async (request) => {
        const { user } = await presentUser(db, request)
        const picture = await pictureOf(request)
        const isTaken = await putFile(db, {
          userId: user.id,
          side: picture.side,
          mediaType: picture.type,
          content: seal.seal(picture.bytes.toString('base64'), {
            owner: `${user.id}/${picture.side}`,
          }),
          at: clock.now(),
        })
        if (!isTaken) throw formIsFixed()
        return view(user.id)
      }),
      route(api.verification.submit, async (request, params) => {
        const { user } = await presentUser(db, request)
        const form = readForm(params, clock.now())
        assertComplete(await filesOf(db, user.id), form)
        const sealed = seal.seal(JSON.stringify(form), { owner: user.id })
        if (!(await submitForm(db, { userId: user.id, form: sealed, at: clock.now() })))
          throw formIsFixed()
        return view(user.id)
      }),
    ],
  }
}

const pictureOf = ({ rawBody, headers }: GatewayRequest) =>
  readPicture({ rawBody, contentType: headers['content-type'] ?? '' })

async function viewOf(
  { db, limits }: Pick<VerificationOptions, 'db' | 'limits'>,
  userId: string,
): Promise<Verification> {
  const row = await findVerification(db, userId)
  return {
    level: row?.state === 'approved' ? 1 : 0,
    state: row?.state ?? 'none',
    reason: row?.reason ?? null,
    submittedAt: row?.submittedAt ?? null,
    files: [...(await filesOf(db, userId))],
    limits: [...limits],
  }
}

/** @throws GatewayError 40010 for a date that is none, or a person under age */
function readForm(params: RequestOf<typeof api.verification.submit>, now: number): IdentityForm {
  const { name, birthDate, country, documentType, documentNumber } = params
  const born = new Date(`${birthDate}T00:00:00Z`)
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(birthDate) ||
    Number.isNaN(born.getTime()) ||
    born.toISOString().slice(0, 10) !== birthDate
  )
    throw invalidParameter('birthDate', 'This date does not exist')
  const adultAt = new Date(born)
  adultAt.setUTCFullYear(born.getUTCFullYear() + ADULT_YEARS)
  if (adultAt.getTime() > now)
    throw invalidParameter('birthDate', `You must be ${ADULT_YEARS} years old`)
  if (!/^[A-Z]{2}$/.test(country))
    throw invalidParameter('country', 'The country is two letters, such as GB')
  if (name.trim() === '') throw invalidParameter('name', 'The name is missing')
  if (documentNumber.trim() === '')
    throw invalidParameter('documentNumber', 'The number of the document is missing')
  return {
    name: name.trim(),
    birthDate,
    country,
    documentType,
    documentNumber: documentNumber.trim(),
  }
}

/** A passport has one side. @throws GatewayError 40010 */
function assertComplete(files: readonly string[], { documentType }: IdentityForm): void {
  const needed = documentType === 'passport' ? ['front', 'person'] : ['front', 'back', 'person']
  const missing = needed.find((side) => !files.includes(side))
  if (missing !== undefined) throw invalidParameter('file', `The picture ${missing} is missing`)
}

function createReview(
  { db, clock, onDecision }: VerificationOptions,
  seal: SecretSeal,
): IdentityReview {
  return {
    async waiting() {
      const rows = await waitingVerifications(db, QUEUE)
      return Promise.all(
        rows.map(async ({ userId, form, submittedAt }) => ({
          userId,
          submittedAt: submittedAt ?? 0,
          form: formOf(form === null ? undefined : seal.open(form, { owner: userId })),
          files: await filesOf(db, userId),
        })),
      )
    },
    async picture(of) {
      const file = await findFile(db, of)
      const owner = `${of.userId}/${of.side}`
      const text = file && seal.open(file.content, { owner })
      return file && text !== undefined
        ? { type: file.mediaType, bytes: Buffer.from(text, 'base64') }
        : undefined
    },
    async decide({ userId, isApproved, reason, operator }) {
      if (!isApproved && reason.trim() === '') throw new RangeError('A reason is missing.')
      const isDone = await decideForm(db, {
        userId,
        state: isApproved ? 'approved' : 'refused',
        reason: isApproved ? null : reason.trim(),
        by: operator,
        at: clock.now(),
      })
      if (!isDone) throw new RangeError('This form does not wait.')
      onDecision(userId)
      return isApproved ? 'approved' : `refused: ${reason.trim()}`
    },
  }
}

const formOf = (text: string | undefined): IdentityForm | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as IdentityForm)
