import { HDKey } from '@scure/bip32'
import { describe, expect, it } from 'vitest'
import { accountPath, deriveAddress, shownAddress } from './deriveAddress.ts'
import { DEVELOPMENT_NETWORKS, LITECOIN_NETWORK, type Network } from './ports/networks.ts'

/** "abandon … about", of the published vectors of BIP-44 and BIP-84. */
const SEED =
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1' +
  '9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4'
const root = HDKey.fromMasterSeed(Buffer.from(SEED, 'hex'))
const bitcoin: Network = { ...LITECOIN_NETWORK, id: 'btc', family: 'btc', addressPrefix: 'bc' }
const networks = [...DEVELOPMENT_NETWORKS, LITECOIN_NETWORK, bitcoin]
/** From the public half alone, as a gateway does. */
const derive = (family: Network['family'], index = 0): string => {
  const account = HDKey.fromExtendedKey(root.derive(accountPath(family)).publicExtendedKey)
  return deriveAddress(account, { family, index, networks })
}

describe('addresses of users (wallet 3)', () => {
  it('are those of the published vectors', () => {
    expect(derive('evm')).toBe('0x9858effd232b4033e47d90003d41ec34ecaeda94')
    expect(derive('btc')).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
    expect(derive('btc', 1)).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g')
  })

  it('are the same from an account that gave others before', () => {
    const account = HDKey.fromExtendedKey(root.derive(accountPath('evm')).publicExtendedKey)
    const given = [0, 1, 2].map((index) =>
      deriveAddress(account, { family: 'evm', index, networks }),
    )
    expect(given).toEqual([derive('evm'), derive('evm', 1), derive('evm', 2)])
  })

  it('begin with the prefix of their network', () => {
    expect(derive('ltc')).toMatch(/^rltc1q[0-9a-z]{38}$/)
    expect(derive('ltc', 1)).not.toBe(derive('ltc'))
  })

  it('are none of a family without a network', () => {
    const account = root.derive(accountPath('ltc'))
    const none = { family: 'ltc', index: 0, networks: DEVELOPMENT_NETWORKS } as const
    expect(() => deriveAddress(account, none)).toThrow('no network of the family ltc')
  })

  it('are shown with a checksum where their network has one', () => {
    expect(shownAddress(derive('evm'))).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
    expect(shownAddress(derive('ltc'))).toBe(derive('ltc'))
  })
})
