import { findLitecoind } from '../modules/wallet/devchain/startLitecoind.ts'

/** Where `litecoind` is. Without it the tests that need one are skipped, and say so. */
export function findLitecoindOrSay(): string | undefined {
  const binary = findLitecoind()
  if (binary === undefined)
    console.warn('litecoind is not installed: the tests of the UTXO network are skipped')
  return binary
}
