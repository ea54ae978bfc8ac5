import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Proof, ProofPiece } from '../proof.ts'
import { verifyProof } from '../verifyProof.ts'
import { randomLiabilities, seededRandom, takeSnapshot } from './snapshot.ts'

const SCRIPT = fileURLToPath(new URL('../../verifier/verify_reserves.py', import.meta.url))
/** By `npm run nightly -- reserves`: 100,000 users. */
const users = Number(process.env['RESERVES_USERS'] ?? 500)
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

interface Verdict {
  readonly isValid: boolean
  readonly fault?: string
  readonly owed?: Readonly<Record<string, string>>
}

/** One process in Python for any number of proofs, a few of them in memory at a time. */
async function* streamThroughPython(proofs: Iterable<unknown>): AsyncGenerator<Verdict> {
  const child = spawn('python3', [SCRIPT, '-'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const writing = (async () => {
    for (const proof of proofs)
      if (!child.stdin.write(`${JSON.stringify(proof)}\n`)) await once(child.stdin, 'drain')
    child.stdin.end()
  })()
  for await (const line of createInterface({ input: child.stdout }))
    yield JSON.parse(line) as Verdict
  await writing
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

/** What an operator may try who owes more than the tree says. */
function forgeries(proof: Proof, other: Proof): readonly (readonly [string, Proof])[] {
  const { statement, pieces } = proof
  const [first] = pieces
  const [taken] = other.pieces
  if (!first || !taken) throw new RangeError('A proof has at least one piece.')
  const withFirst = (piece: ProofPiece): Proof => ({
    ...proof,
    pieces: [piece, ...pieces.slice(1)],
  })
  const [step, ...above] = first.path
  if (!step) throw new RangeError('The tree has one leaf.')
  const sums = ['1', ...statement.sums.slice(1)]
  const most = String(2n ** 120n - 1n)
  const more = first.amounts.map((amount) => String(BigInt(amount) + 1n))
  return [
    ['a sum', { ...proof, statement: { ...statement, sums } }],
    ['a piece', withFirst({ ...first, amounts: more })],
    [
      'an overflow',
      withFirst({
        ...first,
        amounts: more,
        path: [{ ...step, sums: step.sums.map(() => most) }, ...above],
      }),
    ],
    ['a double', { ...proof, pieces: [first, first, ...pieces.slice(1)].slice(0, 8) }],
    ["another user's piece", withFirst(taken)],
  ]
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

  it(
    'adds up all users of a large tree to its sums',
    async () => {
      const assets = ['A', 'B']
      const random = seededRandom(100_000)
      const liabilities = Array.from({ length: users }, (_, n) => ({
        name: `user ${n}`,
        secret: Buffer.concat([Buffer.from(Uint32Array.of(n).buffer), Buffer.alloc(28, 1)]),
        amounts: assets.map(() => BigInt(random(2 ** 32)) << BigInt(random(60))),
      }))
      const { proofOf, statement } = takeSnapshot(liabilities, { assets, random })
      const names = liabilities.map(({ name }) => name)
      const owed = assets.map(() => 0n)
      let seen = 0
      const proofs = (function* () {
        for (const name of names) yield proofOf(name)
      })()
      for await (const verdict of streamThroughPython(proofs)) {
        if (!verdict.isValid) throw new Error(`user ${seen}: ${verdict.fault}`)
        const own = assets.map((asset) => BigInt(verdict.owed?.[asset] ?? '-1'))
        expect(own).toEqual(liabilities[seen]?.amounts)
        for (const [n, amount] of own.entries()) owed[n] = (owed[n] ?? 0n) + amount
        seen++
      }
      expect(seen).toBe(users)
      expect(owed.map(String)).toEqual(statement.sums)

      const forged = forgeries(proofOf('user 7'), proofOf('user 8'))
      const verdicts = await verdictsHere(forged.map(([, proof]) => proof))
      expect(Object.fromEntries(forged.map(([what], n) => [what, verdicts[n]]))).toEqual({
        'a sum': 'sums',
        'a piece': 'root',
        'an overflow': 'range',
        'a double': 'duplicate',
        "another user's piece": 'root',
      })
      expect(faults(verifyInPython(forged.map(([, proof]) => proof)))).toEqual(verdicts)
    },
    60_000 + users * 100,
  )
})
