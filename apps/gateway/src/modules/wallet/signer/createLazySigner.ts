import type { KeySource } from '../ports/KeySource.ts'
import type { Network } from '../ports/networks.ts'
import type { Signer } from '../ports/Signer.ts'
import type { SignerProcess } from './openDevelopmentSigner.ts'

/** A signer that is started when it is needed first, and again when it has ended. */
export interface LazySigner extends Signer, KeySource {
  /** The hot address of a family of networks, lower case, once it is known. */
  own(family: Network['family']): readonly string[]
  close(): Promise<void>
}

export function createLazySigner(open: () => Promise<SignerProcess>): LazySigner {
  let opened: Promise<SignerProcess> | undefined
  const own = new Map<Network['family'], string>()
  const client = (): Promise<SignerProcess> => {
    if (opened) return opened
    const opening = open()
    const forget = (): void => {
      if (opened === opening) opened = undefined
    }
    opened = opening
    opening.then(({ ended }) => ended).then(forget, forget)
    return opening
  }
  return {
    own: (family) => [own.get(family) ?? []].flat(),
    async hotAddress(family = 'evm') {
      const hot = await (await client()).hotAddress(family)
      own.set(family, hot.toLowerCase())
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
