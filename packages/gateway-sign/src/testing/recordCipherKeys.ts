import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * The keys, in hex, with which `run` opens ciphers. Without a mocked module, so that it also works
 * where test files share one.
 */
export function recordCipherKeys(run: () => void): string[] {
  const seen: string[] = []
  const real = nodeCrypto.createDecipheriv
  const watched = (...args: Parameters<typeof real>) => {
    seen.push(Buffer.from(args[1] as Uint8Array).toString('hex'))
    return real(...args)
  }
  nodeCrypto.createDecipheriv = watched as typeof real
  syncBuiltinESMExports()
  try {
    run()
  } finally {
    nodeCrypto.createDecipheriv = real
    syncBuiltinESMExports()
  }
  return seen
}
