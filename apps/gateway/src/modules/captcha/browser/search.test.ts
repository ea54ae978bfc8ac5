import { createHash } from 'node:crypto'
import { createChallenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { search, type Task } from './search.ts'

const secrets = { hmacSignatureSecret: 'a', hmacKeySignatureSecret: 'b' }
const taskOf = async (counter: number): Promise<Task['parameters']> => {
  const { parameters } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter,
    deriveKey,
    ...secrets,
  })
  return parameters as unknown as Task['parameters']
}
const quiet = () => {}

describe('captcha C, reference challenge: the search of a page', () => {
  it('finds what the library that set the task finds', async () => {
    for (const counter of [0, 1, 7, 33]) {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: 2,
        counter,
        deriveKey,
        ...secrets,
      })
      const expected = await solveChallenge({ challenge, deriveKey })
      expect(
        await search(
          { parameters: challenge.parameters as unknown as Task['parameters'], start: 0, step: 1 },
          quiet,
        ),
      ).toEqual({ counter: expected?.counter, derivedKey: expected?.derivedKey })
    }
  })

  it('lets exactly one of several searchers find the counter', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 30 }),
        fc.integer({ min: 1, max: 4 }),
        async (counter, count) => {
          const { counter: found } = await search(
            { parameters: await taskOf(counter), start: counter % count, step: count },
            quiet,
          )
          expect(found).toBe(counter)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('reports of every twenty tries, and of none that were fewer', async () => {
    const received: number[] = []
    await search({ parameters: await taskOf(45), start: 0, step: 1 }, (tries) =>
      received.push(tries),
    )
    expect(received).toEqual([20, 20])
    received.length = 0
    await search({ parameters: await taskOf(19), start: 0, step: 1 }, (tries) =>
      received.push(tries),
    )
    expect(received).toEqual([])
  })

  it('ends when its progress callback throws', async () => {
    const parameters = { ...(await taskOf(3)), keyPrefix: 'no key begins so' }
    let received = 0
    const ending = search({ parameters, start: 0, step: 1 }, () => {
      received += 1
      if (received === 2) throw new Error('gone')
    })
    await expect(ending).rejects.toThrow('gone')
    expect(received).toBe(2)
  })

  it('answers a key of the requested length in lowercase hex', async () => {
    const { derivedKey } = await search(
      { parameters: { ...(await taskOf(2)), keyPrefix: '' }, start: 5, step: 1 },
      quiet,
    )
    expect(derivedKey).toMatch(/^[0-9a-f]{64}$/)
  })

  it('accepts any first key without a requirement, so tasks are signed', async () => {
    const hash = createHash('sha256').update('x').digest('hex').slice(0, 32)
    const parameters = { nonce: hash, salt: hash, cost: 1, keyLength: 16, keyPrefix: '' }
    expect(await search({ parameters, start: 9, step: 4 }, quiet)).toMatchObject({
      counter: 9,
      derivedKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })
})
