import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Proof } from '../proof.ts'
import { verifyProof } from '../verifyProof.ts'
import { randomLiabilities, seededRandom, takeSnapshot } from './snapshot.ts'

const SCRIPT = fileURLToPath(new URL('../../verifier/verify_reserves.py', import.meta.url))
const hasPython = spawnSync('python3', ['--version']).status === 0

/** The verdict of each proof by the script in Python. */
function verifyInPython(proofs: readonly unknown[]): { isValid: boolean; fault?: string }[] {
  const { stdout, status, stderr } = spawnSync('python3', [SCRIPT, '-'], {
    input: proofs.map((proof) => `${JSON.stringify(proof)}\n`).join(''),
    maxBuffer: 2 ** 28,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const verdictsHere = (proofs: readonly unknown[]) =>
  Promise.all(
    proofs.map(async (proof) => {
      const verdict = await verifyProof(proof)
      return verdict.isValid ? 'valid' : verdict.fault
    }),
  )
const faults = (verdicts: readonly { isValid: boolean; fault?: string }[]) =>
  verdicts.map(({ isValid, fault }) => (isValid ? 'valid' : fault))

/** One hex digit or one decimal digit of the proof is another, or a list has another length. */
function mutate(proof: Proof, random: (below: number) => number): unknown {
  const text = JSON.stringify({ ...proof, statement: { ...proof.statement, heights: [] } })
  const places = [...text.matchAll(/(?<=")[0-9a-f]+(?=")/g)]
  const place = places[random(places.length)]
  if (!place) return undefined
  const at = place.index + random(place[0].length)
  const digits = place[0].length === 64 ? '0123456789abcdef' : '0123456789'
  const digit = digits[random(digits.length)] ?? '0'
  return text[at] === digit
    ? mutate(proof, random)
    : JSON.parse(text.slice(0, at) + digit + text.slice(at + 1))
}

describe.skipIf(!hasPython)('the second verifier', () => {
  it('accepts every proof of random trees, as this one does', async () => {
    const random = seededRandom(20_261_122)
    for (let run = 0; run < 12; run++) {
      const assets = ['A', 'B', 'C', 'D'].slice(0, 1 + random(4))
      const liabilities = randomLiabilities(random, {
        users: 1 + random(60),
        assets: assets.length,
      })
      const { proofOf } = takeSnapshot(liabilities, { assets, random })
      const proofs = liabilities.map(({ name }) => proofOf(name))
      const verdicts = await verdictsHere(proofs)
      expect(new Set(verdicts)).toEqual(new Set(['valid']))
      expect(faults(verifyInPython(proofs))).toEqual(verdicts)
    }
  })

  it('refuses what this one refuses, of mutated proofs all', async () => {
    const random = seededRandom(7)
    const liabilities = randomLiabilities(random, { users: 40, assets: 2 })
    const { proofOf } = takeSnapshot(liabilities, { assets: ['A', 'B'], random })
    const mutants = Array.from({ length: 2_000 }, (_, n) =>
      mutate(proofOf(liabilities[n % liabilities.length]?.name ?? ''), random),
    )
    const verdicts = await verdictsHere(mutants)
    expect(verdicts).not.toContain('valid')
    expect(faults(verifyInPython(mutants))).toEqual(verdicts)
  })
})
