import type { TestGateway } from './createTestGateway.ts'

const ROUNDS = 4_000
const REAL_MS = 10

/**
 * Lets the loops of a gateway run until something is so: its clock moves on, and what answers it
 * from outside, as a node does, has a moment. `leapMs`: how far the time of day jumps each round.
 * @throws Error where it does not come to that
 */
export async function settleGateway(
  gateway: Pick<TestGateway, 'clock' | 'leap'>,
  isSo: () => Promise<boolean>,
  { leapMs = 0, why = () => '' }: { readonly leapMs?: number; readonly why?: () => string } = {},
): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    if (await isSo()) return
    if (leapMs > 0) gateway.leap(leapMs)
    await gateway.clock.advance(1_000)
    await new Promise((resolve) => setTimeout(resolve, REAL_MS))
  }
  throw new Error(`It did not come to that. ${why()}`.trim())
}
