import type { Unspent } from './Chain.ts'

/** Bytes of a payment, as the signer counts them: what each input takes, and the rest. */
const INPUT_BYTES = 68n
const REST_BYTES = 120n
/** How long a payment of so many inputs is at most. */
export const bytesOf = (inputs: number): bigint => REST_BYTES + INPUT_BYTES * BigInt(inputs)

/** The signer takes no more of them. */
export const MOST_INPUTS = 80
/** Five replacements, each a quarter dearer, cost three times the first. */
const FEE_RESERVE = 4n

export interface Selection<T extends Unspent = Unspent> {
  /** Those that may be spent. */
  readonly outputs: readonly T[]
  /** In units of the chain. */
  readonly receive: bigint
  readonly perByte: bigint
}

/**
 * The fewest outputs that pay the amount and four times its fee; `undefined`: they do not, or not
 * with as many inputs as a payment may have.
 */
export function selectInputs<T extends Unspent>({
  outputs,
  receive,
  perByte,
}: Selection<T>): readonly T[] | undefined {
  const largest = outputs.toSorted((a, b) => Number(b.units - a.units)).slice(0, MOST_INPUTS)
  const fee = perByte * FEE_RESERVE
  let missing = receive + fee * REST_BYTES
  const chosen: T[] = []
  for (const output of largest) {
    if (missing <= 0n) break
    chosen.push(output)
    missing += fee * INPUT_BYTES - output.units
  }
  return missing <= 0n && chosen.length > 0 ? chosen : undefined
}
