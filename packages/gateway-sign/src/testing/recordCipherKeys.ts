import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Records the keys, in hex, with which `run` creates decipher objects. Patches node:crypto instead
 * of mocking a module, so that it works where test files share modules.
 */
export function recordCipherKeys(run: () => void): string[] {
  const seen: string[] = []
  const real = nodeCrypto.createDecipheriv
  const recorded = (...args: Parameters<typeof real>) => {
    seen.push(Buffer.from(args[1] as Uint8Array).toString('hex'))
    return real(...args)
  }
  nodeCrypto.createDecipheriv = recorded as typeof real
  syncBuiltinESMExports()
  try {
    run()
  } finally {
    nodeCrypto.createDecipheriv = real
    syncBuiltinESMExports()
  }
  return seen
}
