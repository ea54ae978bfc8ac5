import { expect, it } from 'vitest'
import { seededRandom, takeSnapshot } from '../testing/snapshot.ts'
import { runCommand } from './runCommand.ts'

const { statement, proofOf } = takeSnapshot(
  [
    { name: 'ann', secret: new Uint8Array(32).fill(1), amounts: [150_000_000n] },
    { name: 'bob', secret: new Uint8Array(32).fill(2), amounts: [50_000_000n] },
  ],
  { assets: ['BTC'], random: seededRandom(5) },
)
const proof = proofOf('ann')
const run = (args: readonly string[], text = JSON.stringify(proof)) =>
  runCommand(args, { read: () => text })

it('prints what a verified proof proves', async () => {
  expect(await run(['verify', 'proof.json', '--root', statement.root])).toEqual({
    code: 0,
    out:
      `Verified: snapshot 2026-11-22T00:00:00Z, root ${statement.root}\n` +
      'You are owed, of all that users are owed:\n  BTC  1.50000000 of 2.00000000\n',
    err: '',
  })
})

it('says where to find the root when none is given', async () => {
  const { code, out } = await run(['verify', 'proof.json'])
  expect([code, out]).toEqual([0, expect.stringContaining('root with the one on the chain')])
})

it('exits with 1 for a forged proof, and with 2 for none', async () => {
  const forged = JSON.stringify({ ...proof, secret: '07'.repeat(32) })
  expect(await run(['verify', 'proof.json'], forged)).toEqual({
    code: 1,
    out: '',
    err: 'Refused: the pieces do not lead to the root.\n',
  })
  expect((await run(['verify', 'proof.json', '--root', '00'])).code).toBe(1)
  expect((await run(['verify', 'proof.json'], '{')).code).toBe(2)
})

it.each([[[]], [['verify']], [['prove', 'x']], [['verify', 'a', 'b']], [['verify', 'a', '--no']]])(
  'explains itself for %j',
  async (args) => {
    const { code, err } = await run(args)
    expect([code, err]).toEqual([2, expect.stringContaining('x-reserves verify')])
  },
)

it('writes out control characters of the proof', async () => {
  const evil = takeSnapshot([{ name: 'ann', secret: new Uint8Array(32).fill(1), amounts: [5n] }], {
    assets: ['A\n  BTC  9.0 of 9.0\u001b[1A\u202e'],
    random: seededRandom(5),
  })
  const { code, out } = await run(['verify', 'x'], JSON.stringify(evil.proofOf('ann')))
  expect(code).toBe(0)
  expect(out).toContain('  A\\u{a}  BTC  9.0 of 9.0\\u{1b}[1A\\u{202e}  0.00000005 of 0.00000005\n')
  const broken = await run(['verify', 'x'], '\u001b[2J{')
  expect(broken.code).toBe(2)
  expect(broken.err).not.toContain('\u001b')
})

it.each([
  [0, '7 of 7'],
  [1, '0.7 of 0.7'],
  [36, '0.000000000000000000000000000000000007 of 0.000000000000000000000000000000000007'],
])('prints amounts of an asset with %i decimals', async (scale, expected) => {
  const one = takeSnapshot([{ name: 'ann', secret: new Uint8Array(32).fill(1), amounts: [7n] }], {
    assets: ['A'],
    random: seededRandom(5),
  })
  const scaled = { ...one.proofOf('ann'), statement: { ...one.statement, scales: [scale] } }
  const { out } = await run(['verify', 'x'], JSON.stringify(scaled))
  expect(out).toContain(`  A  ${expected}\n`)
})

it('refuses decimals that no amount has', async () => {
  const huge = { ...proof, statement: { ...statement, scales: [Number.MAX_SAFE_INTEGER] } }
  expect(await run(['verify', 'x'], JSON.stringify(huge))).toEqual({
    code: 1,
    out: '',
    err: 'Refused: the file is no POR-1 proof.\n',
  })
})

it('says which file it cannot read', async () => {
  const read = () => {
    throw new Error('ENOENT')
  }
  expect(await runCommand(['verify', 'lost.json'], { read })).toEqual({
    code: 2,
    out: '',
    err: 'lost.json: Error: ENOENT\n',
  })
})
