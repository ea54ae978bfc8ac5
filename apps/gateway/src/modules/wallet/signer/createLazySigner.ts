import type { KeySource } from '../ports/KeySource.ts'
import type { Signer } from '../ports/Signer.ts'
import type { SignerClient } from './createSignerClient.ts'

/** A signer that is started when it is needed first. */
export interface LazySigner extends Signer, KeySource {
  /** The hot address, lower case, once it is known. */
  own(): readonly string[]
  close(): Promise<void>
}

export function createLazySigner(open: () => Promise<SignerClient>): LazySigner {
  let opened: Promise<SignerClient> | undefined
  let own: readonly string[] = []
  const client = (): Promise<SignerClient> => {
    opened ??= open()
    opened.catch(() => (opened = undefined))
    return opened
  }
  return {
    own: () => own,
    async hotAddress() {
      const hot = await (await client()).hotAddress()
      own = [hot.toLowerCase()]
      return hot
    },
    attest: async (request) => (await client()).attest(request),
    sign: async (request) => (await client()).sign(request),
    accountKey: async (family) => (await client()).accountKey(family),
    deriveAddress: async (family, index) => (await client()).deriveAddress(family, index),
    async close() {
      if (opened) (await opened.catch(() => undefined))?.close()
    },
  }
}
