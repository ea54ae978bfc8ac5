import { createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge, Solution } from 'altcha-lib/types'

export interface WorkSize {
  /** PBKDF2 iterations of one try. */
  readonly cost: number
  /** Tries the solver needs, drawn evenly between the two. */
  readonly tries: readonly [min: number, max: number]
}

/**
 * About one to three seconds of a desktop's core, a few more of a phone's; the check costs two
 * HMACs.
 */
export const DEFAULT_WORK: WorkSize = { cost: 5_000, tries: [400, 1_200] }

export interface ProofOfWork {
  create(): Promise<Challenge>
  verify(challenge: Challenge, solution: Solution): Promise<boolean>
}

/** Tasks of one `name` are none of another's. */
export function createProofOfWork({
  secret,
  work,
  name,
}: {
  secret: Buffer
  work: WorkSize
  name: string
}): ProofOfWork {
  const derived = (label: string) => createHmac('sha256', secret).update(label).digest('hex')
  const secrets = {
    hmacSignatureSecret: derived(`${name} challenge`),
    hmacKeySignatureSecret: derived(`${name} key`),
  }
  return {
    create: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: work.cost,
        counter: randomInt(...work.tries),
        deriveKey,
        ...secrets,
      }),
    async verify(challenge, solution) {
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
      return verified
    },
  }
}
