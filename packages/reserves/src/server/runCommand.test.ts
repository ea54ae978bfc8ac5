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
