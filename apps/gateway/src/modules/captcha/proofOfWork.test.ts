import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Solution } from 'altcha-lib/types'
import { describe, expect, it } from 'vitest'
import { createProofOfWork, DEFAULT_WORK } from './proofOfWork.ts'

const secret = Buffer.alloc(32, 3)
const work = { cost: 1, tries: [3, 9] as const }
const make = (options: Partial<Parameters<typeof createProofOfWork>[0]> = {}) =>
  createProofOfWork({ secret, work, name: 'lot 1', ...options })
const solved = async (proof = make()) => {
  const challenge = await proof.create()
  return { challenge, solution: (await solveChallenge({ challenge, deriveKey }))! }
}

describe('captcha C, reference challenge: proof of work', () => {
  it('is accepted when it was done', async () => {
    const proof = make()
    const { challenge, solution } = await solved(proof)
    expect(await proof.verify(challenge, solution)).toBe(true)
  })

  it('takes the drawn number of tries, which the task hides', async () => {
    for (let time = 0; time < 5; time++) {
      const { challenge, solution } = await solved()
      expect(solution.counter).toBeGreaterThanOrEqual(work.tries[0])
      expect(solution.counter).toBeLessThanOrEqual(work.tries[1])
      expect(JSON.stringify(challenge.parameters)).not.toMatch(/counter/)
    }
  })

  it.each<[string, (solution: Solution) => Solution]>([
    [
      'another key',
      (solution) => ({ ...solution, derivedKey: `00${solution.derivedKey.slice(2)}` }),
    ],
    ['no key', (solution) => ({ ...solution, derivedKey: '' })],
  ])('is refused with %s', async (_, change) => {
    const proof = make()
    const { challenge, solution } = await solved(proof)
    const changed = change(solution)
    expect(changed).not.toEqual(solution)
    expect(await proof.verify(challenge, changed)).toBe(false)
  })

  it('refuses an easier task than was signed', async () => {
    const proof = make()
    const { challenge, solution } = await solved(proof)
    expect(
      await proof.verify(
        { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '' } },
        solution,
      ),
    ).toBe(false)
    expect(await proof.verify({ ...challenge, signature: '0'.repeat(64) }, solution)).toBe(false)
  })

  it.each([
    ['another name', { name: 'lot 2' }],
    ['another gateway', { secret: Buffer.alloc(32, 4) }],
  ])('rejects work for one task as work for %s', async (_, other) => {
    const { challenge, solution } = await solved()
    expect(await make(other).verify(challenge, solution)).toBe(false)
  })

  it('takes hundreds of tries of thousands of rounds by default', () => {
    expect(DEFAULT_WORK).toEqual({ cost: 5_000, tries: [400, 1_200] })
  })
})
